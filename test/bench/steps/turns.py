"""Has two processes train the same network in turns, and says how their steps compare.

usage: turns.py NETWORK TURNS SECONDS JFAB... -- PYTORCH...
       each command answers as steps.groovy does; the second begins when the first is ready. The first steps must give the same loss.
"""
import subprocess
import sys
from statistics import median

# So many steps must agree, to this part of the loss; formulas that are the same on paper round differently, and step by step more so.
FIRST, CLOSE = 8, 1e-3


class Worker:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            sys.exit(f"{command[0]} has not begun")

    def steps(self, count):
        """Milliseconds of a step by the clock, of the processor, and what the last one gave."""
        print(count, file=self.process.stdin, flush=True)
        wall, processor, *values = map(float, self.process.stdout.readline().split())
        return wall, processor, values


def spread(values, digits):
    return f"{median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


name, turns, seconds, *commands = sys.argv[1:]
split = commands.index("--")
workers = [Worker(commands[:split]), Worker(commands[split + 1 :])]
try:
    for step in range(FIRST):
        ours, theirs = (worker.steps(1)[2] for worker in workers)
        if any(abs(a - b) > CLOSE * max(abs(a), abs(b), 1e-2) for a, b in zip(ours, theirs, strict=True)):
            sys.exit(f"{name}: step {step} gives {ours} in jfab and {theirs} in PyTorch: these are not the same network")
    count = max(1, round(float(seconds) * 1000 / max(worker.steps(FIRST)[0] for worker in workers)))
    # What Java compiles it compiles in the first ones.
    for _ in range(3):
        for worker in workers:
            worker.steps(2 * count)
    times = []
    for turn in range(int(turns)):
        order = workers if turn % 2 == 0 else workers[::-1]
        taken = {worker: worker.steps(count)[:2] for worker in order}
        times.append([taken[worker] for worker in workers])
finally:
    for worker in workers:
        worker.process.stdin.close()
        worker.process.wait()
clock, processor = ([[of[kind] for of in turn] for turn in times] for kind in (0, 1))
quotients = [[ours / theirs for ours, theirs in kind] for kind in (clock, processor)]
print(
    f"{name}: jfab {median(ours for ours, _ in clock):.3f} ms, PyTorch {median(theirs for _, theirs in clock):.3f} ms per step;"
    f" quotient by the clock {spread(quotients[0], 2)}, by processor time {spread(quotients[1], 2)}; {turns} turns of {count} steps",
    flush=True,
)
