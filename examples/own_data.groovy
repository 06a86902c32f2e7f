// A network for a table of one's own: to which class a row belongs, learned from columns of numbers.
//
//   train own_data.groovy --data flowers [--passes 20] [--batch_size 20] [--use_gpu 0] [--save_dir ./output] [--seed 1]
//
// --data is the table, or the folder of a flowers.csv. For another table, change the names of its columns in csv(...) below;
// images('pictures', columns: [x: image(size: 32), label: classes()]) reads folders of pictures in its place.
// Afterwards: train predict output/model --data new.csv, a table with the same columns; the class may be missing.

def place = new File(flag('data', './flowers.csv'))
def passes = flag('passes', 20)
def batch_size = flag('batch_size', 20)
def use_gpu = flag('use_gpu', 0)
def save_dir = flag('save_dir', './output')
def seed = flag('seed', 1)
random_seed(seed)

def rows = csv((place.directory ? new File(place, 'flowers.csv') : place).path, columns: [
        x: numbers(['petal_length', 'petal_width', 'sepal_length', 'sepal_width'], normalize: true),
        label: classes('species')])
def (train, test) = rows.split(0.2)

def x = data(name: 'x', shape: [4], dtype: 'float32')
def label = data(name: 'label', shape: [1], dtype: 'int64')
def hidden = fc(input: x, size: 16, act: 'relu')
def predict = fc(input: hidden, size: rows.size('label'), act: 'softmax')
def avg_cost = mean(cross_entropy(input: predict, label: label))
def acc = accuracy(input: predict, label: label)

def test_program = default_main_program().cloneForTest()
Adam(learning_rate: 0.01).minimize(avg_cost)

def t = DistributeTranspiler()
t.transpile()

if (training_role() == 'pserver') {
    def server = Executor(CPUPlace())
    server.run(t.get_startup_program())
    server.run(t.get_pserver_program())
    return
}

def train_reader = share(batch(shuffle(cache(train), 500, seed), batch_size))
def test_reader = batch(cache(test), batch_size)

def device = use_gpu ? CUDAPlace(0) : CPUPlace()
def exe = Executor(device)
def feeder = DataFeeder(feed_list: [x, label], place: device)
def train_program = t.get_trainer_program()
exe.run(t.get_startup_program())

for (pass_id in 0..<passes) {
    for (samples in train_reader) {
        exe.run(train_program, feed: feeder.feed(samples), fetch_list: [])
    }
    if (trainer_id() == 0) {
        def (right, count) = [0, 0]
        for (samples in test_reader) {
            def (a) = exe.run(test_program, feed: feeder.feed(samples), fetch_list: [acc])
            right += a.mean() * samples.size()
            count += samples.size()
        }
        println format('Pass {0}, Acc {1:.4f}', pass_id, right / count)
    }
}
if (trainer_id() == 0) {
    save_inference_model(format('{0}/model', save_dir), ['x'], [predict], exe)
}
