// Fit a line with Fluid's Trainer, which has the training loop in it and tells of each step.
//
//   train fit_a_line_trainer.groovy --data housing.data [--num_epochs 100] [--batch_size 20] [--use_gpu 0] [--seed 2]
//
// Run as it is, it trains alone. Started with a role, it is a trainer or a parameter server of a job, in which the
// trainers share each batch.

def file = flag('data', './housing.data')
def num_epochs = flag('num_epochs', 100)
def batch_size = flag('batch_size', 20)
def use_gpu = flag('use_gpu', 0)
def seed = flag('seed', 2)
random_seed(seed)

def train_reader = share(batch(shuffle(uci_housing_train(file), 500, seed), batch_size))
def test_reader = batch(shuffle(uci_housing_test(file), 500, seed), batch_size)

def train_program() {
    def y = data(name: 'y', shape: [1], dtype: 'float32')
    def x = data(name: 'x', shape: [13], dtype: 'float32')
    def y_predict = fc(input: x, size: 1, act: null)
    mean(square_error_cost(input: y_predict, label: y))
}

def optimizer_func() {
    SGD(learning_rate: 0.001)
}

def trainer = Trainer(
        train_func: this.&train_program,
        optimizer_func: this.&optimizer_func,
        place: use_gpu ? CUDAPlace(0) : CPUPlace())

trainer.train(
        reader: train_reader,
        num_epochs: num_epochs,
        feed_order: ['x', 'y'],
        event_handler: { event ->
            if (event instanceof EndStepEvent && event.step == 10) {
                def test_metrics = trainer.test(reader: test_reader, feed_order: ['x', 'y'])
                println "step ${event.step}, loss: ${test_metrics}"
                trainer.stop()
            }
        })
