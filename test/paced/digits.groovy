// MNIST with one convolution: a step, a line, a pause. What is done already, as the checkpoint says, is not waited for again.

def (folder, steps, pause) = [flag('data', '.'), flag('steps', 100), flag('pause', 100)]
random_seed(1)
def img = data(name: 'img', shape: [1, 28, 28], dtype: 'float32')
def label = data(name: 'label', shape: [1], dtype: 'int64')
def pooled = simple_img_conv_pool(input: img, filter_size: 5, num_filters: 8, pool_size: 2, pool_stride: 2, act: 'relu')
def cost = mean(cross_entropy(input: fc(input: pooled, size: 10, act: 'softmax'), label: label))
Momentum(learning_rate: 0.01, momentum: 0.9).minimize(cost)

def t = DistributeTranspiler()
t.transpile()
def exe = Executor(CPUPlace())
exe.run(t.get_startup_program())
if (training_role() == 'pserver') { exe.run(t.get_pserver_program()); return }
def feeder = DataFeeder(feed_list: [img, label], place: CPUPlace())
def reader = share(batch(shuffle(mnist_train(folder), 500, 1), 16))
def step = 0
while (step < steps) {
    for (samples in reader) {
        if (step == steps) break
        def began = System.nanoTime()
        def (loss) = exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
        step++
        println "step ${step}, loss ${loss.mean()}"
        if (System.nanoTime() - began > 1_000_000) sleep pause
    }
}
