// Two convolutions that learn to read digits, as a configuration of PaddlePaddle's first version.
//
//   train --config=mnist_config.groovy --config_args=data=DIR --num_passes=1 --trainer_count=2 --save_dir=./output
//
// DIR holds MNIST's four files. --config_args=data=DIR,batch=16 takes smaller batches; the rate is that of one sample.

def folder = get_config_arg('data', String, './data')
def is_predict = get_config_arg('is_predict', Boolean, false)

define_py_data_sources2(train_list: is_predict ? null : mnist_train(folder), test_list: mnist_test(folder))

settings(
        batch_size: get_config_arg('batch', Integer, 128),
        learning_rate: 0.01 / 128,
        learning_method: MomentumOptimizer(0.9),
        regularization: L2Regularization(0.0005 * 128))

def img = data_layer(name: 'pixel', size: 28 * 28)
def conv_1 = img_conv_layer(input: img, num_channels: 1, filter_size: 5, num_filters: 20, act: ReluActivation())
def pool_1 = img_pool_layer(input: conv_1, pool_size: 2, stride: 2, pool_type: MaxPooling())
def norm_1 = batch_norm_layer(input: pool_1, act: LinearActivation())
def conv_2 = img_conv_layer(input: norm_1, filter_size: 5, num_filters: 50, act: ReluActivation())
def pool_2 = img_pool_layer(input: conv_2, pool_size: 2, stride: 2, pool_type: MaxPooling())
def hidden = dropout_layer(input: pool_2, dropout_rate: 0.2)
def predict = fc_layer(input: hidden, size: 10, act: SoftmaxActivation())

if (is_predict) {
    outputs(predict)
} else {
    def label = data_layer(name: 'label', size: 10)
    outputs(classification_cost(input: predict, label: label))
}
