// Fluid's recommender: how many stars a user will give a movie, learned from MovieLens's ml-1m.
//
//   train recommender.groovy --data DIR [--is_sparse 1] [--passes 1] [--batch_size 256] [--use_gpu 0] [--save_dir ./output]
//                            [--seed 1]
//
// DIR holds ml-1m.zip or its files, on the servers as well: the sizes of the tables follow from them. With --is_sparse 1 the
// tables stay on the servers, and trainers take the rows that a batch names. Run as it is, it trains alone. Started with a
// role, it is a trainer or a parameter server of a job, in which the trainers share each batch.

def data_dir = flag('data', './data')
def is_sparse = flag('is_sparse', 1) != 0
def passes = flag('passes', 1)
def batch_size = flag('batch_size', 256)
def use_gpu = flag('use_gpu', 0)
def save_dir = flag('save_dir', './output')
def seed = flag('seed', 1)
random_seed(seed)

def ids(name) { data(name: name, shape: [1], dtype: 'int64') }
def id_lists(name) { data(name: name, shape: [1], dtype: 'int64', lod_level: 1) }

// Tables that only a few rows of are needed at a time.
def table = { ids, rows, numbers, name = null ->
    embedding(input: ids, size: [rows, numbers], is_sparse: is_sparse, param_attr: name ? ParamAttr(name: name) : null)
}

def user_id = ids('user_id')
def gender_id = ids('gender_id')
def age_id = ids('age_id')
def job_id = ids('job_id')
def movie_id = ids('movie_id')
def category_id = id_lists('category_id')
def movie_title = id_lists('movie_title')
def score = data(name: 'score', shape: [1], dtype: 'float32')

def usr_combined_features = fc(size: 200, act: 'tanh', input: concat(axis: 1, input: [
        fc(input: table(user_id, max_user_id(data_dir) + 1, 32, 'user_table'), size: 32),
        fc(input: table(gender_id, 2, 16, 'gender_table'), size: 16),
        fc(input: table(age_id, age_table().size(), 16, 'age_table'), size: 16),
        fc(input: table(job_id, max_job_id(data_dir) + 1, 16, 'job_table'), size: 16)]))

def mov_combined_features = fc(size: 200, act: 'tanh', input: concat(axis: 1, input: [
        fc(input: table(movie_id, max_movie_id(data_dir) + 1, 32, 'movie_table'), size: 32),
        sequence_pool(input: table(category_id, movie_categories(data_dir).size(), 32), pool_type: 'sum'),
        sequence_conv_pool(
                input: table(movie_title, get_movie_title_dict(data_dir).size(), 32),
                num_filters: 32, filter_size: 3, act: 'tanh', pool_type: 'sum')]))

def similarity = cos_sim(X: usr_combined_features, Y: mov_combined_features)
def scale_infer = scale(x: similarity, scale: 5.0)
def avg_cost = mean(square_error_cost(input: scale_infer, label: score))

def test_program = default_main_program().cloneForTest()
SGD(learning_rate: 0.2).minimize(avg_cost)

def t = DistributeTranspiler()
t.transpile()

if (training_role() == 'pserver') {
    def server = Executor(CPUPlace())
    server.run(t.get_startup_program())
    server.run(t.get_pserver_program())
    return
}

def train_reader = share(batch(shuffle(movielens_train(data_dir), 8192, seed), batch_size))
def test_reader = batch(movielens_test(data_dir), batch_size)

def place = use_gpu ? CUDAPlace(0) : CPUPlace()
def exe = Executor(place)
def feeder = DataFeeder(place: place, feed_list: [
        user_id, gender_id, age_id, job_id, movie_id, category_id, movie_title, score])
def train_program = t.get_trainer_program()
exe.run(t.get_startup_program())

for (pass_id in 0..<passes) {
    buffered(train_reader, 4).eachWithIndex { samples, batch_id ->
        def (cost) = exe.run(train_program, feed: feeder.feed(samples), fetch_list: [avg_cost])
        if ((batch_id + 1) % 10 == 0) {
            println format('PassID {0:1}, BatchID {1:04}, Loss {2:.4f}', pass_id, batch_id + 1, cost.mean())
        }
    }

    // The score counts two per star, so the error in stars is half that in scores.
    if (trainer_id() == 0) {
        def (sum, count) = [0, 0]
        for (samples in buffered(test_reader, 4)) {
            def (cost) = exe.run(test_program, feed: feeder.feed(samples), fetch_list: [avg_cost])
            sum += cost.mean() * samples.size()
            count += samples.size()
        }
        println format('Test with Pass {0}, Loss {1:.4f}, Stars {2:.4f}', pass_id, sum / count, Math.sqrt(sum / count) / 2)
        save_persistables(exe, format('{0}/pass-{1:05}', save_dir, pass_id), train_program)
    }
}
