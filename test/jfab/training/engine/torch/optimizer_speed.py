"""What the optimizers of Python PyTorch cost per step, without the gradients; the same as OptimizerSpeed.java prints."""
import time

import torch

torch.set_num_threads(1)

MNIST = [(20, 1, 5, 5), (20,), (20,), (20,), (50, 20, 5, 5), (50,), (800, 10), (10,)]
VGG = []
channels = 3
for width in [64, 64, 128, 128, 256, 256, 256, 512, 512, 512, 512, 512, 512]:
    VGG += [(width, channels, 3, 3), (width,), (width,), (width,)]
    channels = width
VGG += [(512, 512), (512,), (512,), (512,), (512, 512), (512,), (512, 10), (10,)]


def seconds(make, shapes, steps):
    parameters = [torch.nn.Parameter(torch.rand(shape) * 2 - 1) for shape in shapes]
    for parameter in parameters:
        parameter.grad = torch.rand(parameter.shape) * 2 - 1
    optimizer = make(parameters)
    best = float("inf")
    for _ in range(10):
        start = time.thread_time()
        for _ in range(steps):
            optimizer.step()
        best = min(best, (time.thread_time() - start) / steps)
    return best


RULES = {
    "sgd": lambda p: torch.optim.SGD(p, 0.001),
    "momentum": lambda p: torch.optim.SGD(p, 0.001, momentum=0.9),
    "adagrad": lambda p: torch.optim.Adagrad(p, 0.001),
    "rmsprop": lambda p: torch.optim.RMSprop(p, 0.001, momentum=0.9),
    "adam": lambda p: torch.optim.Adam(p, 0.001),
}
for name, make in RULES.items():
    print("%-8s  MNIST conv %8.1f us   VGG-16 %8.1f ms"
          % (name, seconds(make, MNIST, 500) * 1e6, seconds(make, VGG, 3) * 1e3))
