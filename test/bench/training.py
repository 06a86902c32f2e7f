"""Training steps of test/bench/training's networks in Python PyTorch.

usage: training.py
            says whether it would be fair to compare with this PyTorch
       training.py NETWORK
            begins with the values and batches that steps.groovy has left in this folder, and answers each line of standard input as it does
       training.py NETWORK:STEPS ROUNDS RANK PORT
            one of two that DistributedDataParallel averages the gradients of; prints what scaling.groovy prints
"""
import json
import re
import struct
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

    def taken(self, fed):
        lengths = fed["category_id@LENGTHS"]
        ids = [fed[name + "_id"].flatten() for name in ("user", "gender", "age", "job", "movie", "category")]
        return *ids, lengths.cumsum(0) - lengths, fed["movie_title"].flatten(), fed["score"]

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
        words = self.title(title).view(self.batch, -1, 32)
        padded = F.pad(words, (0, 0, 1, 1))
        context = torch.cat([padded[:, i : i + words.size(1)] for i in range(3)], 2)
        text = torch.tanh(self.convolution(context)).sum(1)
        of_movie = torch.cat([self.movie_fc(self.movie(movie)), self.category(category, category_starts), text], 1)
        of_movie = torch.tanh(self.movie_all(of_movie))
        return F.mse_loss(5 * F.cosine_similarity(of_user, of_movie).unsqueeze(1), score), None

    def optimizer(self):
        return torch.optim.SGD(self.parameters(), lr=0.2)


class Mlp(nn.Module):
    def __init__(self, depth, update):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(64, 64) for _ in range(depth)])
        self.last = nn.Linear(64, 10)
        self.update = update

    def forward(self, x, label):
        for layer in self.layers:
            x = F.relu(layer(x))
        return F.cross_entropy(self.last(x), label), None

    def optimizer(self):
        return self.update(self.parameters())


class Clipped(torch.optim.SGD):
    """With all gradients together at most of length 1."""

    def step(self):
        nn.utils.clip_grad_norm_(self.param_groups[0]["params"], 1)
        super().step()


def normalized(inputs, outputs, size, stride):
    convolution = nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs))


class Residual(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.first = normalized(inputs, outputs, 3, stride)
        self.second = normalized(outputs, outputs, 3, 1)
        self.short_cut = nn.Identity() if stride == 1 else normalized(inputs, outputs, 1, stride)

    def forward(self, x):
        return F.relu(self.second(F.relu(self.first(x))) + self.short_cut(x))


class ResNet20(nn.Module):
    def __init__(self):
        super().__init__()
        blocks = [(16, 16, 1)] * 3 + [(16, 32, 2)] + [(32, 32, 1)] * 2 + [(32, 64, 2)] + [(64, 64, 1)] * 2
        self.first = normalized(3, 16, 3, 1)
        self.blocks = nn.Sequential(*(Residual(*block) for block in blocks))
        self.last = nn.Linear(64, 10)

    def forward(self, image, label):
        x = self.blocks(F.relu(self.first(image)))
        return F.cross_entropy(self.last(x.mean((2, 3))), label), None

    def optimizer(self):
        return torch.optim.SGD(self.parameters(), lr=0.01, momentum=0.9, weight_decay=0.0001)


class TextCnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(5000, 64)
        self.convolutions = nn.ModuleList([nn.Conv1d(64, 64, size, padding=size // 2) for size in (3, 5)])
        self.last = nn.Linear(128, 2)

    def taken(self, fed):
        return fed["words"].view(len(fed["label"]), -1), fed["label"].flatten()

    def forward(self, words, label):
        rows = self.table(words).transpose(1, 2)
        parts = [F.relu(convolution(rows)).amax(2) for convolution in self.convolutions]
        return F.cross_entropy(self.last(torch.cat(parts, 1)), label), None

    def optimizer(self):
        return torch.optim.Adam(self.parameters(), lr=0.001)


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        widths = (784, 256, 64, 256, 784)
        self.layers = nn.ModuleList([nn.Linear(*pair) for pair in zip(widths, widths[1:])])

    def forward(self, x):
        hidden = x
        for layer in self.layers[:-1]:
            hidden = F.relu(layer(hidden))
        return F.mse_loss(torch.sigmoid(self.layers[-1](hidden)), x), None

    def optimizer(self):
        return torch.optim.Adam(self.parameters(), lr=0.001)


NETWORKS = {
    "fit_a_line": FitALine,
    "mnist_conv": MnistConv,
    "vgg16": Vgg16,
    "recommender": Recommender,
    "mlp_sgd": lambda: Mlp(100, lambda all: torch.optim.SGD(all, lr=0.001)),
    "mlp_momentum": lambda: Mlp(100, lambda all: Clipped(all, lr=0.001, momentum=0.9, weight_decay=0.0001)),
    "mlp_rmsprop": lambda: Mlp(12, lambda all: torch.optim.RMSprop(all, lr=0.0001, alpha=0.9, eps=1e-12)),
    "resnet20": ResNet20,
    "text_cnn": TextCnn,
    "autoencoder": Autoencoder,
}


def step(model, optimizer, sample):
    optimizer.zero_grad(set_to_none=True)
    loss, accuracy = model(*sample)
    loss.backward()
    optimizer.step()
    return [value.item() for value in (loss, accuracy) if value is not None]


def tensors(file):
    """What a safetensors file holds, in its order."""
    with open(file, "rb") as opened:
        header = json.loads(opened.read(struct.unpack("<Q", opened.read(8))[0]))
        data = opened.read()
    kinds = {"F32": torch.float32, "I64": torch.int64}
    return {
        name: torch.frombuffer(bytearray(data[slice(*of["data_offsets"])]), dtype=kinds[of["dtype"]]).view(of["shape"])
        for name, of in header.items()
        if name != "__metadata__" and of["shape"][0]
    }


def start(net, saved):
    """Gives the network's parameters, in their order, the values of another's in the same order; of tables those of known rows."""
    given = {name: value for name, value in saved.items() if re.fullmatch(r".*\.[wb]_0|[a-z]+_table", name)}
    names = {kind: iter([name for name in given if (name + "@IDS" in saved) == kind]) for kind in (True, False)}
    for module in net.modules():
        for parameter in module.parameters(recurse=False):
            sparse = getattr(module, "sparse", False)
            name = next(names[sparse])
            value, place = given[name], parameter.data
            if sparse:
                place[saved[name + "@IDS"]] = value
            elif isinstance(module, nn.Linear) and value.dim() == 2:
                place.copy_(value.t())
            elif isinstance(module, nn.Conv1d) and value.dim() == 2:
                place.copy_(value.view(place.size(2), place.size(1), place.size(0)).permute(2, 1, 0))
            else:
                assert place.shape == value.shape, f"{name} is {value.shape}, not {place.shape}"
                place.copy_(value)
    assert all(next(left, None) is None for left in names.values())


def answer(net):
    start(net, tensors("first/model.safetensors"))
    plain = lambda fed: [column.flatten() if column.dtype == torch.int64 else column for column in fed.values()]
    batches = [getattr(net, "taken", plain)(tensors(f"batch-{i}")) for i in range(4)]
    optimizer, taken = net.optimizer(), 0
    print("ready", flush=True)
    for line in sys.stdin:
        since, used = time.perf_counter(), time.process_time()
        for _ in range(int(line)):
            values = step(net, optimizer, batches[taken % 4])
            taken += 1
        spent = [(time.perf_counter() - since) * 1000 / int(line), (time.process_time() - used) * 1000 / int(line)]
        print(*spent, *values, flush=True)


def work(net, model, optimizer, more):
    """Takes steps while a condition of their number and the seconds since the first holds: samples per second, seconds."""
    taken, seconds, since = 0, 0, time.perf_counter()
    while more(taken, seconds):
        step(model, optimizer, net.sample())
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
    torch.set_num_threads(1)
    torch.manual_seed(1)
    torch.mm(torch.ones(2, 2), torch.ones(2, 2))
    if re.search(r"/blas/libblas\.so", open("/proc/self/maps").read()):
        sys.exit("test/bench/training: this PyTorch multiplies matrices by the reference BLAS; install libopenblas0-pthread")
    if len(sys.argv) == 1:
        pass
    elif len(sys.argv) == 2:
        answer(NETWORKS[sys.argv[1]]())
    else:
        (name, steps), rounds, rank, port = sys.argv[1].split(":"), *map(int, sys.argv[2:])
        distributed.init_process_group(
            "gloo", init_method=f"tcp://127.0.0.1:{port}", rank=rank, world_size=2, timeout=timedelta(minutes=2)
        )
        scaled(NETWORKS[name](), int(steps), rounds, rank)
