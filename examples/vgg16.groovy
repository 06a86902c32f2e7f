// VGG-16 with batch_norm and dropout, Fluid's vgg_bn_drop, on the pictures of CIFAR-10.
//
//   train vgg16.groovy --data DIR [--small_vgg 0] [--filters 64] [--drop 1.0] [--passes 1] [--batch_size 128] [--use_gpu 0]
//                      [--save_dir ./output] [--seed 1]
//
// DIR holds cifar-10-python.tar.gz or cifar-10-binary.tar.gz, or what they contain. --small_vgg 1 is the net of version 1's
// demo, with its optimizer; --filters is the number of the first convolution's filters, from which all others follow, and
// --drop multiplies the rates of dropout: a narrow net learns with few of both. Run as it is, it trains alone. Started with a
// role, it is a trainer or a parameter server of a job, in which the trainers share each batch.

def data_dir = flag('data', './data')
def small_vgg = flag('small_vgg', 0)
def filters = flag('filters', 64)
def drop = flag('drop', 1.0)
def passes = flag('passes', 1)
def batch_size = flag('batch_size', 128)
def use_gpu = flag('use_gpu', 0)
def save_dir = flag('save_dir', './output')
def seed = flag('seed', 1)
random_seed(seed)

def dropped = { input, rate -> rate * drop > 0 ? dropout(input, dropout_prob: rate * drop) : input }

def conv_block = { input, num_filter, dropouts ->
    for (rate in dropouts) {
        input = conv2d(input: input, num_filters: num_filter, filter_size: 3, padding: 1)
        input = dropped(batch_norm(input: input, act: 'relu'), rate)
    }
    pool2d(input: input, pool_size: 2, pool_type: 'max', pool_stride: 2)
}

def vgg_bn_drop = { images ->
    def conv1 = conv_block(images, filters, [0.3, 0])
    def conv2 = conv_block(conv1, 2 * filters, [0.4, 0])
    def conv3 = conv_block(conv2, 4 * filters, [0.4, 0.4, 0])
    def conv4 = conv_block(conv3, 8 * filters, [0.4, 0.4, 0])
    def conv5 = conv_block(conv4, 8 * filters, [0.4, 0.4, 0])
    def fc1 = fc(input: dropped(conv5, 0.5), size: 8 * filters)
    def hidden = dropped(batch_norm(input: fc1, act: 'relu'), 0.5)
    def fc2 = fc(input: hidden, size: 8 * filters)
    fc(input: fc2, size: 10, act: 'softmax')
}

def small_vgg_net = { images ->
    def conv1 = conv_block(images, filters, [0.3, 0])
    def conv2 = conv_block(conv1, 2 * filters, [0.4, 0])
    def conv3 = conv_block(conv2, 4 * filters, [0.4, 0.4, 0])
    def conv4 = conv_block(conv3, 8 * filters, [0.4, 0.4, 0])
    def pool = pool2d(input: conv4, pool_size: 2, pool_type: 'max', pool_stride: 2)
    def fc1 = fc(input: dropped(pool, 0.5), size: 8 * filters)
    def hidden = batch_norm(input: dropped(fc1, 0.5), act: 'relu')
    fc(input: hidden, size: 10, act: 'softmax')
}

def images = data(name: 'pixel', shape: [3, 32, 32], dtype: 'float32')
def label = data(name: 'label', shape: [1], dtype: 'int64')
def predict = small_vgg ? small_vgg_net(images) : vgg_bn_drop(images)
def avg_cost = mean(cross_entropy(input: predict, label: label))
def acc = accuracy(input: predict, label: label)

def test_program = default_main_program().cloneForTest()
if (small_vgg) {
    // Version 1 adds up the gradients of a batch: its rate of 0.1 / 128 and decay of 0.0005 * 128 are these for their mean.
    Momentum(learning_rate: 0.1, momentum: 0.9, regularization: L2Decay(0.0005)).minimize(avg_cost)
} else {
    Adam(learning_rate: 0.001).minimize(avg_cost)
}

def t = DistributeTranspiler()
t.transpile()

if (training_role() == 'pserver') {
    def server = Executor(CPUPlace())
    server.run(t.get_startup_program())
    server.run(t.get_pserver_program())
    return
}

def train_reader = share(batch(shuffle(cifar_train10(data_dir), 12800, seed), batch_size))
def test_reader = batch(cifar_test10(data_dir), batch_size)

def place = use_gpu ? CUDAPlace(0) : CPUPlace()
def exe = Executor(place)
def feeder = DataFeeder(feed_list: [images, label], place: place)
def train_program = t.get_trainer_program()
exe.run(t.get_startup_program())

for (pass_id in 0..<passes) {
    buffered(train_reader, 4).eachWithIndex { samples, batch_id ->
        def (loss, accuracy) = exe.run(train_program, feed: feeder.feed(samples), fetch_list: [avg_cost, acc])
        if ((batch_id + 1) % 10 == 0) {
            println format('PassID {0:1}, BatchID {1:04}, Loss {2:2.2}, Acc {3:2.2}',
                    pass_id, batch_id + 1, loss.mean(), accuracy.mean())
        }
    }

    // Weighted by samples, as the last batch may be smaller.
    if (trainer_id() == 0) {
        def (loss_sum, acc_sum, count) = [0, 0, 0]
        for (samples in buffered(test_reader, 4)) {
            def (loss, accuracy) = exe.run(test_program, feed: feeder.feed(samples), fetch_list: [avg_cost, acc])
            loss_sum += loss.mean() * samples.size()
            acc_sum += accuracy.mean() * samples.size()
            count += samples.size()
        }
        println format('Test with Pass {0}, Loss {1:.4f}, Acc {2:.4f}', pass_id, loss_sum / count, acc_sum / count)
        save_persistables(exe, format('{0}/pass-{1:05}', save_dir, pass_id), train_program)
    }
}
