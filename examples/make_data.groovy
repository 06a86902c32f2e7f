// Makes a small set of data that a network can learn, in the files and the format of a real one.
//
//   train make_data.groovy --kind mnist|cifar10|movielens --to DIR [--train 5000] [--test 1000] [--users 200] [--movies 150] [--seed 1]
//
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
    default -> throw new IllegalArgumentException(format("there is no --kind {0}; use mnist, cifar10 or movielens", kind))
}
println format('{0}: {1} samples to train on and {2} to test with are in {3}', kind, train, test, folder)
