// The recommender of the first version's cluster training: how many stars a user will give a movie, from MovieLens's ml-1m.
//
//   train --config=recommender_config.groovy --config_args=data=DIR --num_passes=50 --trainer_count=4 --save_dir=./output
//
// DIR holds ml-1m.zip or its files. --config_args=data=DIR,width=16,batch=100 makes it small. What is learned is 2r-5 for r stars.

def folder = get_config_arg('data', String, './data')
def width = get_config_arg('width', Integer, 256)

define_py_data_sources2(train_list: movielens_train(folder), test_list: movielens_test(folder))

settings(
        batch_size: get_config_arg('batch', Integer, 1600),
        learning_rate: 1e-3,
        learning_method: RMSPropOptimizer())

def embedded = { name, rows ->
    fc_layer(size: width, input: embedding_layer(input: data_layer(name: name, size: rows), size: width))
}
def words = { name, rows -> data_layer(name: name, size: rows, type: integer_value_sequence(rows)) }

def user = fc_layer(size: width, act: TanhActivation(), input: [
        embedded('user_id', max_user_id(folder) + 1),
        embedded('gender_id', 2),
        embedded('age_id', age_table().size()),
        embedded('job_id', max_job_id(folder) + 1)])

def movie_id = embedded('movie_id', max_movie_id(folder) + 1)
def genres = pooling_layer(pooling_type: SumPooling(), input: embedding_layer(
        size: width, input: words('category_id', movie_categories(folder).size())))
def title = text_conv_pool(context_len: 5, hidden_size: width, input: embedding_layer(
        size: width, input: words('movie_title', get_movie_title_dict(folder).size())))
def movie = fc_layer(size: width, act: TanhActivation(), input: [movie_id, genres, title])

def score = data_layer(name: 'score', size: 1)
outputs(regression_cost(input: cos_sim(a: user, b: movie, scale: 5), label: score))
