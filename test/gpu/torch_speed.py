"""The median time of a step of a network of test/gpu/networks.groovy in Python PyTorch, from batches in the host's memory as there.

usage: torch_speed.py mnist|vgg|recommender STEPS BATCH cpu|cuda fp32|tf32|bf16 DROP      DROP 0: without dropout
"""
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import torch

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "bench")]
from training import MnistConv, Recommender, Vgg16  # noqa: E402

name, steps, batch, device, precision, drop = sys.argv[1:]
torch.manual_seed(1)
torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
kind = {"mnist": MnistConv, "vgg": Vgg16, "recommender": Recommender}[name]
kind.batch = int(batch)
net = kind()
if float(drop) == 0 and name == "vgg":
    net.layers = torch.nn.Sequential(*(layer for layer in net.layers if not isinstance(layer, torch.nn.Dropout)))
net.to(device)
optimizer = net.optimizer()
batches = [net.sample() for _ in range(4)]
times = []
for i in range(int(steps)):
    start = time.perf_counter()
    sample = [column.to(device) for column in batches[i % 4]]
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast(device, dtype=torch.bfloat16) if precision == "bf16" else nullcontext():
        loss, _ = net(*sample)
    loss.backward()
    optimizer.step()
    loss.item()
    times.append((time.perf_counter() - start) * 1000)
times = sorted(times[int(steps) // 5 :])
print(f"median {times[len(times) // 2]:.3f} ms, {1000 * kind.batch * len(times) / sum(times):.1f} samples per second")
