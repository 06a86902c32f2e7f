// Fluid's first chapter, fit a line: the price of a house as a linear function of 13 features.
//
//   train fit_a_line.groovy --data housing.data [--passes 1] [--batch_size 20] [--use_gpu 0] [--save_dir ./output] [--seed 1]
//
// Run as it is, it trains alone. Started with a role, it is a trainer or a parameter server of a job, in which the
// trainers share each batch.

def file = flag('data', './housing.data')
def passes = flag('passes', 1)
def batch_size = flag('batch_size', 20)
def use_gpu = flag('use_gpu', 0)
def save_dir = flag('save_dir', './output')
def seed = flag('seed', 1)
random_seed(seed)

def x = data(name: 'x', shape: [13], dtype: 'float32')
def y_predict = fc(input: x, size: 1, act: null)
def y = data(name: 'y', shape: [1], dtype: 'float32')
def avg_cost = mean(square_error_cost(input: y_predict, label: y))

def test_program = default_main_program().cloneForTest()
SGD(learning_rate: 0.001).minimize(avg_cost)

def t = DistributeTranspiler()
t.transpile()

if (training_role() == 'pserver') {
    def server = Executor(CPUPlace())
    server.run(t.get_startup_program())
    server.run(t.get_pserver_program())
    return
}

def train_reader = share(batch(shuffle(uci_housing_train(file), 500, seed), batch_size))
def test_reader = batch(uci_housing_test(file), batch_size)

def place = use_gpu ? CUDAPlace(0) : CPUPlace()
def exe = Executor(place)
def feeder = DataFeeder(feed_list: [x, y], place: place)
def train_program = t.get_trainer_program()
exe.run(t.get_startup_program())

// The mean over all samples of the test set.
def test = {
    def (sum, count) = [0, 0]
    for (samples in test_reader) {
        def (cost) = exe.run(test_program, feed: feeder.feed(samples), fetch_list: [avg_cost])
        sum += cost.mean() * samples.size()
        count += samples.size()
    }
    sum / count
}

for (pass_id in 0..<passes) {
    train_reader.eachWithIndex { samples, step ->
        def (cost) = exe.run(train_program, feed: feeder.feed(samples), fetch_list: [avg_cost])
        println format('pass {0}, step {1}, loss: [{2}]', pass_id, step, cost.mean())
        if (pass_id == 0 && step == 10 && trainer_id() == 0) {
            println format('step {0}, loss: [{1}]', step, test())
        }
    }
    if (trainer_id() == 0) {
        save_persistables(exe, format('{0}/pass-{1:05}', save_dir, pass_id), train_program)
    }
}
if (trainer_id() == 0) {
    println format('Test loss: [{0}]', test())
}
