// The VGG network of the first version's image classification, for CIFAR-10.
//
//   train --config=vgg_16_cifar_config.groovy --config_args=data=DIR --num_passes=300 --trainer_count=4 --save_dir=./output
//
// DIR holds CIFAR-10 in one of its two versions. --config_args=data=DIR,filters=8,batch=16 makes it small.

def folder = get_config_arg('data', String, './data')

define_py_data_sources2(train_list: cifar_train10(folder), test_list: cifar_test10(folder))

settings(
        batch_size: get_config_arg('batch', Integer, 128),
        learning_rate: 0.1 / 128,
        learning_method: MomentumOptimizer(0.9),
        regularization: L2Regularization(0.0005 * 128))

def img = data_layer(name: 'image', size: 3 * 32 * 32)
def label = data_layer(name: 'label', size: 10)
def filters = get_config_arg('filters', Integer, 64)
def predict = small_vgg(input_image: img, num_channels: 3, num_classes: 10, num_filters: filters)

outputs(classification_cost(input: predict, label: label))
