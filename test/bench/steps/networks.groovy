// Networks whose steps test/bench/training times beside those of no example: one per name, as training.py has them in PyTorch.

def network = flag('network', '')
random_seed(1)

def random = new Random(1)
def reals = { count -> (0..<count).collect { random.nextFloat() } }
def layer = { input, size, act -> fc(input: input, size: size, act: act, param_attr: ParamAttr(initializer: MSRA())) }
def convolution = { input, filters, stride, size, act ->
    batch_norm(act: act, input: conv2d(
            input: input, num_filters: filters, filter_size: size, stride: stride, padding: size.intdiv(2), bias_attr: false))
}
def classes = { hidden, label -> mean(softmax_with_cross_entropy(logits: hidden, label: label)) }
def label = { data(name: 'label', shape: [1], dtype: 'int64') }

/* Layers of 64. */
def mlp = { depth ->
    def (x, y) = [data(name: 'x', shape: [64], dtype: 'float32'), label()]
    def hidden = x
    depth.times { hidden = layer(hidden, 64, 'relu') }
    [[x, y], classes(layer(hidden, 10, null), y), { [reals(64), random.nextInt(10)] }, 32]
}

def (inputs, loss, sample, size) = [
    mlp_sgd: { mlp(100) },
    mlp_momentum: { mlp(100) },
    mlp_rmsprop: { mlp(12) },
    resnet20: {
        def (image, y) = [data(name: 'image', shape: [3, 32, 32], dtype: 'float32'), label()]
        def hidden = convolution(image, 16, 1, 3, 'relu')
        [16, 32, 64].each { filters ->
            3.times { block ->
                def stride = block == 0 && filters > 16 ? 2 : 1
                def inner = convolution(convolution(hidden, filters, stride, 3, 'relu'), filters, 1, 3, null)
                def short_cut = stride == 1 ? hidden : convolution(hidden, filters, stride, 1, null)
                hidden = elementwise_add(x: inner, y: short_cut, act: 'relu')
            }
        }
        hidden = pool2d(input: hidden, pool_type: 'avg', global_pooling: true)
        [[image, y], classes(layer(hidden, 10, null), y), { [reals(3072), random.nextInt(10)] }, 32]
    },
    text_cnn: {
        def (words, y) = [data(name: 'words', shape: [1], dtype: 'int64', lod_level: 1), label()]
        def rows = embedding(input: words, size: [5000, 64])
        def parts = [3, 5].collect { sequence_conv_pool(input: rows, num_filters: 64, filter_size: it, act: 'relu') }
        [[words, y], classes(layer(concat(input: parts, axis: 1), 2, null), y), { [(0..<40).collect { random.nextInt(5000) }, random.nextInt(2)] }, 64]
    },
    autoencoder: {
        def x = data(name: 'x', shape: [784], dtype: 'float32')
        def hidden = [256, 64, 256].inject(x) { input, width -> layer(input, width, 'relu') }
        [[x], mean(square_error_cost(input: layer(hidden, 784, 'sigmoid'), label: x)), { [reals(784)] }, 64]
    },
][network]()

[
    mlp_sgd: { SGD(learning_rate: 0.001) },
    mlp_momentum: {
        Momentum(learning_rate: 0.001, momentum: 0.9, regularization: L2Decay(0.0001),
                grad_clip: GradientClipByGlobalNorm(clip_norm: 1))
    },
    mlp_rmsprop: { RMSProp(learning_rate: 0.0001, rho: 0.9, epsilon: 1e-12) },
    resnet20: { Momentum(learning_rate: 0.01, momentum: 0.9, regularization: L2Decay(0.0001)) },
    text_cnn: { Adam(learning_rate: 0.001) },
    autoencoder: { Adam(learning_rate: 0.001) },
][network]().minimize(loss)

def t = DistributeTranspiler()
t.transpile()
def fetched = [loss]
def train_reader = { (0..<4).collect { (0..<size).collect { sample() } } }()
