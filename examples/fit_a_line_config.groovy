// Fit a line as a configuration of PaddlePaddle's first version: flags say what is done with it.
//
//   train --config=fit_a_line_config.groovy --config_args=data=housing.data --num_passes=30 --save_dir=./output
//
// The same command is a trainer with --local=0, --pservers, --num_gradient_servers and --trainer_id, and a parameter server
// as `train pserver --config=... --pservers=... --num_gradient_servers=...`.

def file = get_config_arg('data', String, './housing.data')

define_py_data_sources2(train_list: uci_housing_train(file), test_list: uci_housing_test(file))

// Gradients are sums over the samples of a batch, so the rate is that of one sample.
settings(batch_size: get_config_arg('batch', Integer, 2), learning_rate: 1e-3, learning_method: MomentumOptimizer(0))

def x = data_layer(name: 'x', size: 13)
def y = data_layer(name: 'y', size: 1)
def y_predict = fc_layer(input: x, size: 1, act: LinearActivation())

outputs(regression_cost(input: y_predict, label: y))
