// A linear function of 13 numbers, learned one step after another with a pause before each, as a large network would take its time.
//
//   train paced.groovy --steps 1200 --pause 200      the pause is in milliseconds
//
// At the end it prints the loss of the last step, which does not depend on the pause.

def file = flag('data', './housing.data')
def steps = flag('steps', 1200)
def pause = flag('pause', 200)
random_seed(1)

def x = data(name: 'x', shape: [13], dtype: 'float32')
def y = data(name: 'y', shape: [1], dtype: 'float32')
def avg_cost = mean(square_error_cost(input: fc(input: x, size: 1, act: null), label: y))
SGD(learning_rate: 0.001).minimize(avg_cost)

def t = DistributeTranspiler()
t.transpile()
if (training_role() == 'pserver') {
    def server = Executor(CPUPlace())
    server.run(t.get_startup_program())
    server.run(t.get_pserver_program())
    return
}

def exe = Executor(CPUPlace())
def feeder = DataFeeder(feed_list: [x, y], place: CPUPlace())
exe.run(t.get_startup_program())
def batches = share(batch(shuffle(uci_housing_train(file), 500, 1), 20))
def step = 0
def loss = null
while (step < steps) {
    for (samples in batches) {
        if (step++ == steps) {
            break
        }
        sleep pause
        (loss) = exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [avg_cost])
    }
}
println format('Last step {0}, loss: [{1}]', steps, loss.mean())
