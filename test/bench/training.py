"""Times training steps of the examples' networks in Python PyTorch: one line per network, its median step in milliseconds and the
samples per second of all steps.

usage: training.py THREADS NETWORK:STEPS ...
       training.py THREADS NETWORK:STEPS ROUNDS RANK PORT
            one of two that DistributedDataParallel averages the gradients of; prints what scaling.groovy prints
"""
import sys
import time
from datetime import timedelta

import torch
from torch import distributed, nn
from torch.nn import functional as F


class FitALine(nn.Module):
    batch = 20

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(13, 1)

    def sample(self):
        return (torch.rand(self.batch, 13), torch.rand(self.batch, 1))

    def forward(self, x, y):
        return F.mse_loss(self.fc(x), y), None

    def optimizer(self):
        return torch.optim.SGD(self.parameters(), lr=0.001)


class MnistConv(nn.Module):
    batch = 64

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 20, 5)
        self.norm = nn.BatchNorm2d(20)
        self.conv2 = nn.Conv2d(20, 50, 5)
        self.fc = nn.Linear(800, 10)

    def sample(self):
        return (torch.rand(self.batch, 1, 28, 28), torch.randint(10, (self.batch,)))

    def forward(self, image, label):
        x = self.norm(F.max_pool2d(F.relu(self.conv1(image)), 2))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = self.fc(x.flatten(1))
        return F.cross_entropy(x, label), (x.argmax(1) == label).float().mean()

    def optimizer(self):
        return torch.optim.Adam(self.parameters(), lr=0.001)


class Vgg16(nn.Module):
    batch = 128

    def __init__(self):
        super().__init__()
        layers, channels = [], 3
        for width, drops in ((64, (0.3, 0)), (128, (0.4, 0)), (256, (0.4, 0.4, 0)), (512, (0.4, 0.4, 0)), (512, (0.4, 0.4, 0))):
            for drop in drops:
                layers += [nn.Conv2d(channels, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU()]
                layers += [nn.Dropout(drop)] if drop else []
                channels = width
            layers.append(nn.MaxPool2d(2))
        layers += [nn.Flatten(), nn.Dropout(0.5), nn.Linear(512, 512), nn.BatchNorm1d(512), nn.ReLU(), nn.Dropout(0.5)]
        layers += [nn.Linear(512, 512), nn.Linear(512, 10)]
        self.layers = nn.Sequential(*layers)

    def sample(self):
        return (torch.rand(self.batch, 3, 32, 32), torch.randint(10, (self.batch,)))

    def forward(self, image, label):
        x = self.layers(image)
        return F.cross_entropy(x, label), (x.argmax(1) == label).float().mean()

    def optimizer(self):
        return torch.optim.Adam(self.parameters(), lr=0.001)


class Recommender(nn.Module):
    batch = 256
    words, categories = 4, 2

    def __init__(self):
        super().__init__()

        def table(rows, width):
            return nn.Embedding(rows, width, sparse=True)

        self.user, self.gender, self.age, self.job = table(6041, 32), table(2, 16), table(7, 16), table(21, 16)
        self.movie = table(3953, 32)
        self.category = nn.EmbeddingBag(18, 32, mode="sum", sparse=True)
        self.title = table(5175, 32)
        self.user_fc = nn.ModuleList([nn.Linear(n, n) for n in (32, 16, 16, 16)])
        self.user_all = nn.Linear(80, 200)
        self.movie_fc = nn.Linear(32, 32)
        self.convolution = nn.Linear(96, 32)
        self.movie_all = nn.Linear(96, 200)

    def sample(self):
        n, w, c = self.batch, self.batch * self.words, self.batch * self.categories
        ids = lambda rows, count: torch.randint(rows, (count,))
        return (
            ids(6041, n), ids(2, n), ids(7, n), ids(21, n), ids(3953, n),
            ids(18, c), torch.arange(0, c, self.categories),
            ids(5175, w), torch.rand(n, 1) * 10 - 5,
        )

    def forward(self, user, gender, age, job, movie, category, category_starts, title, score):
        parts = [self.user(user), self.gender(gender), self.age(age), self.job(job)]
        of_user = torch.tanh(self.user_all(torch.cat([fc(p) for fc, p in zip(self.user_fc, parts)], 1)))
        words = self.title(title).view(self.batch, self.words, 32)
        padded = F.pad(words, (0, 0, 1, 1))
        context = torch.cat([padded[:, i : i + self.words] for i in range(3)], 2)
        text = torch.tanh(self.convolution(context)).sum(1)
        of_movie = torch.cat([self.movie_fc(self.movie(movie)), self.category(category, category_starts), text], 1)
        of_movie = torch.tanh(self.movie_all(of_movie))
        return F.mse_loss(5 * F.cosine_similarity(of_user, of_movie).unsqueeze(1), score), None

    def optimizer(self):
        return torch.optim.SGD(self.parameters(), lr=0.2)


NETWORKS = {"fit_a_line": FitALine, "mnist_conv": MnistConv, "vgg16": Vgg16, "recommender": Recommender}


def step(net, model, optimizer):
    sample = net.sample()
    start = time.perf_counter()
    optimizer.zero_grad(set_to_none=True)
    loss, accuracy = model(*sample)
    loss.backward()
    optimizer.step()
    loss.item()
    if accuracy is not None:
        accuracy.item()
    return time.perf_counter() - start


def timed(net, steps):
    optimizer = net.optimizer()
    times = sorted([step(net, net, optimizer) for _ in range(steps)][steps // 5 :])
    return f"{times[len(times) // 2] * 1000:.3f} {net.batch * len(times) / sum(times):.1f}"


def work(net, model, optimizer, more):
    """Takes steps while a condition of their number and the seconds since the first holds: samples per second, seconds."""
    taken, seconds, since = 0, 0, time.perf_counter()
    while more(taken, seconds):
        step(net, model, optimizer)
        taken += 1
        seconds = time.perf_counter() - since
    return net.batch * taken / seconds, seconds


def scaled(net, steps, rounds, rank):
    model = nn.parallel.DistributedDataParallel(net)
    optimizer = net.optimizer()
    some = lambda taken, _: taken < steps
    for round in range(rounds + 1):
        rates = {}
        distributed.barrier()
        if rank == 0:
            rates["one"], _ = work(net, net, optimizer, some)
        distributed.barrier()
        rates["two"], took = work(net, model, optimizer, some)
        distributed.barrier()
        if rank == 1:
            rates["one"], _ = work(net, net, optimizer, some)
        distributed.barrier()
        rates["apart"], _ = work(net, net, optimizer, lambda _, passed: passed < took)
        for kind, rate in rates.items():
            if round > 0:
                print(round, kind, f"{rate:.3f}", flush=True)
    distributed.barrier()


if __name__ == "__main__":
    torch.set_num_threads(int(sys.argv[1]))
    torch.manual_seed(1)
    if len(sys.argv) == 6:
        (name, steps), rounds, rank, port = sys.argv[2].split(":"), *map(int, sys.argv[3:])
        distributed.init_process_group(
            "gloo", init_method=f"tcp://127.0.0.1:{port}", rank=rank, world_size=2, timeout=timedelta(minutes=2)
        )
        scaled(NETWORKS[name](), int(steps), rounds, rank)
    else:
        for name, steps in (argument.split(":") for argument in sys.argv[2:]):
            print(name, timed(NETWORKS[name](), int(steps)), flush=True)
