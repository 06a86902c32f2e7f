// The network of Fluid's dist_train_demo: two convolutions that learn to read digits.
//
//   train mnist_conv.groovy --data DIR [--passes 1] [--batch_size 64] [--use_gpu 0] [--save_dir ./output] [--seed 1]
//
// DIR holds MNIST's four files. Run as it is, it trains alone. Started with a role, it is a trainer or a parameter server
// of a job, in which the trainers share each batch.

def data_dir = flag('data', './data')
def passes = flag('passes', 1)
def batch_size = flag('batch_size', 64)
def use_gpu = flag('use_gpu', 0)
def save_dir = flag('save_dir', './output')
def seed = flag('seed', 1)
random_seed(seed)

def loss_net(hidden, label) {
    def prediction = fc(input: hidden, size: 10, act: 'softmax')
    def loss = cross_entropy(input: prediction, label: label)
    [prediction, mean(loss), accuracy(input: prediction, label: label)]
}

// Xavier, because one pass over a few thousand digits ends better from smaller first values than Fluid's for convolutions.
def conv_net(img, label) {
    def conv_pool_1 = simple_img_conv_pool(
            input: img, filter_size: 5, num_filters: 20, pool_size: 2, pool_stride: 2, act: 'relu',
            param_attr: Xavier())
    conv_pool_1 = batch_norm(input: conv_pool_1)
    def conv_pool_2 = simple_img_conv_pool(
            input: conv_pool_1, filter_size: 5, num_filters: 50, pool_size: 2, pool_stride: 2, act: 'relu',
            param_attr: Xavier())
    loss_net(conv_pool_2, label)
}

def img = data(name: 'img', shape: [1, 28, 28], dtype: 'float32')
def label = data(name: 'label', shape: [1], dtype: 'int64')
def (prediction, avg_loss, acc) = conv_net(img, label)

def test_program = default_main_program().cloneForTest()
Adam(learning_rate: 0.001).minimize(avg_loss)

def t = DistributeTranspiler()
t.transpile()

if (training_role() == 'pserver') {
    def server = Executor(CPUPlace())
    server.run(t.get_startup_program())
    server.run(t.get_pserver_program())
    return
}

def train_reader = share(batch(shuffle(mnist_train(data_dir), 500, seed), batch_size))
def test_reader = batch(mnist_test(data_dir), batch_size)

def place = use_gpu ? CUDAPlace(0) : CPUPlace()
def exe = Executor(place)
def feeder = DataFeeder(feed_list: [img, label], place: place)
def train_program = t.get_trainer_program()
exe.run(t.get_startup_program())

for (pass_id in 0..<passes) {
    train_reader.eachWithIndex { samples, batch_id ->
        def (accuracy, loss) = exe.run(train_program, feed: feeder.feed(samples), fetch_list: [acc, avg_loss])
        if ((batch_id + 1) % 10 == 0) {
            println format('PassID {0:1}, BatchID {1:04}, Loss {2:2.2}, Acc {3:2.2}',
                    pass_id, batch_id + 1, loss.mean(), accuracy.mean())
        }
    }
    if (trainer_id() == 0) {
        def (loss_sum, acc_sum, count) = [0, 0, 0]
        for (samples in test_reader) {
            def (accuracy, loss) = exe.run(test_program, feed: feeder.feed(samples), fetch_list: [acc, avg_loss])
            loss_sum += loss.mean() * samples.size()
            acc_sum += accuracy.mean() * samples.size()
            count += samples.size()
        }
        println format('Test with Pass {0}, Loss {1:.4f}, Acc {2:.4f}', pass_id, loss_sum / count, acc_sum / count)
        save_persistables(exe, format('{0}/pass-{1:05}', save_dir, pass_id), train_program)
    }
}
