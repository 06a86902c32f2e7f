// MovieLens with sparse tables for users and movies: a step, a line, a pause, as in digits.groovy.

def (folder, steps, pause) = [flag('data', '.'), flag('steps', 100), flag('pause', 100)]
random_seed(1)
def ids = { name, level = 0 -> data(name: name, shape: [1], dtype: 'int64', lod_level: level) }
def feeds = [ids('user_id'), ids('gender_id'), ids('age_id'), ids('job_id'), ids('movie_id'), ids('category_id', 1), ids('title', 1),
        data(name: 'score', shape: [1], dtype: 'float32')]
def table = { input, rows -> fc(input: embedding(input: input, size: [rows + 1, 16], is_sparse: true), size: 16) }
def likeness = cos_sim(X: table(feeds[0], max_user_id(folder)), Y: table(feeds[4], max_movie_id(folder)))
def cost = mean(square_error_cost(input: scale(x: likeness, scale: 5.0), label: feeds[7]))
Adagrad(learning_rate: 0.01).minimize(cost)

def t = DistributeTranspiler()
t.transpile()
def exe = Executor(CPUPlace())
exe.run(t.get_startup_program())
if (training_role() == 'pserver') { exe.run(t.get_pserver_program()); return }
def feeder = DataFeeder(feed_list: feeds, place: CPUPlace())
def reader = share(batch(shuffle(movielens_train(folder), 500, 1), 16))
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
