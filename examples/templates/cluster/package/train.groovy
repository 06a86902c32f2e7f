// A network for a table: prices of houses, from four columns of numbers. For a table of your own, change the names of the columns.
// It trains alone as well: train train.groovy

def rows = csv(flag('data', 'houses.csv'), columns: [
        x: numbers(['rooms', 'age', 'distance'], normalize: true),
        y: numbers(['price'])])
def (train, test) = rows.split(0.2)                      // every fifth row is for testing

def x = data(name: 'x', shape: [3], dtype: 'float32')
def y = data(name: 'y', shape: [1], dtype: 'float32')
def hidden = fc(input: x, size: 16, act: 'relu')
def price = fc(input: hidden, size: 1)
def cost = mean(square_error_cost(input: price, label: y))
def test_program = default_main_program().cloneForTest()
Adam(learning_rate: 0.05).minimize(cost)

def t = DistributeTranspiler()
t.transpile()                                            // cuts the program into trainers' and servers' parts
def exe = Executor(CPUPlace())
exe.run(t.get_startup_program())
if (training_role() == 'pserver') {
    exe.run(t.get_pserver_program())
    return
}
def feeder = DataFeeder(feed_list: [x, y])
def reader = share(batch(shuffle(train, 500, 1), 20))    // trainers share each batch
for (pass in 1..flag('passes', 20)) {
    for (samples in reader) {
        exe.run(t.get_trainer_program(), feed: feeder.feed(samples), fetch_list: [cost])
    }
    if (trainer_id() == 0) {
        def (sum, count) = [0, 0]                        // weighted by samples: the last batch may be smaller
        for (samples in batch(test, 100)) {
            sum += exe.run(test_program, feed: feeder.feed(samples), fetch_list: [cost])[0].mean() * samples.size()
            count += samples.size()
        }
        println format('pass {0}, error {1:.1f}', pass, Math.sqrt(sum / count))
    }
}
if (trainer_id() == 0) {
    save_inference_model('output/model', ['x'], [price], exe)
}
