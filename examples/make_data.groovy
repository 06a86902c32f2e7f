// Makes a small set of data that a network can learn, in the files and the format of a real one.
//
//   train make_data.groovy --kind mnist|cifar10|movielens|table --to DIR [--train 5000] [--test 1000] [--users 200] [--movies 150] [--seed 1]
//
// A table is flowers.csv to learn from, and new.csv without the species.
// For movielens, --train and --test count ratings; the reader chooses which are for testing.
// The other examples then read it: train mnist_conv.groovy --data DIR.

def kind = flag('kind', 'mnist')
def folder = flag('to', './data')
def train = flag('train', 5000)
def test = flag('test', 1000)
def users = flag('users', 200)
def movies = flag('movies', 150)
def seed = flag('seed', 1)

switch (kind) {
    case 'mnist' -> make_mnist(folder, train, test, seed)
    case 'cifar10' -> make_cifar10(folder, train, test, seed)
    case 'movielens' -> make_movielens(folder, users, movies, train + test, seed)
    case 'table' -> {
        def random = new Random(seed)
        def flower = { species -> [[1.5, 0.2, 5.0, 3.4], [4.3, 1.3, 5.9, 2.8], [5.6, 2.0, 6.6, 3.0]][species].collect {
            String.format(Locale.ROOT, '%.2f', it + random.nextGaussian() * 0.25)
        }.join(',') }
        def columns = 'petal_length,petal_width,sepal_length,sepal_width'
        new File(folder).mkdirs()
        new File(folder, 'flowers.csv').text = "$columns,species\n" + (0..<train + test).collect {
            def species = random.nextInt(3)
            "${flower(species)},${['setosa', 'versicolor', 'virginica'][species]}\n"
        }.join('')
        new File(folder, 'new.csv').text = "$columns\n" + (0..<3).collect { "${flower(it)}\n" }.join('')
    }
    default -> throw new IllegalArgumentException(format("there is no --kind {0}; use mnist, cifar10, movielens or table", kind))
}
switch (kind) {
    case 'table' -> println format('table: {0} samples are in {1}', train + test, folder)
    case 'movielens' -> {
        def count = { reader -> reader.iterator().size() }
        println format('movielens: {0} samples to train on and {1} to test with are in {2}',
                count(movielens_train(folder)), count(movielens_test(folder)), folder)
    }
    default -> println format('{0}: {1} samples to train on and {2} to test with are in {3}', kind, train, test, folder)
}
