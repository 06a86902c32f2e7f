#!/usr/bin/python3
"""Joins this network with that of process PID by a link of MILLISECONDS each way, until it is ended.

usage: far.py PID MILLISECONDS COUNT
Addresses: 172.30.0.1 here; COUNT there, from 172.30.0.2 on. Frames are Linux's own, up to 64 kB of a connection in each, so
that the link takes little processor time. It only delays: nothing is lost or comes in another order. Needs root, and no
sch_netem.
"""
import collections, ctypes, fcntl, os, select, struct, subprocess, sys, time

TUNSETIFF, TUNSETOFFLOAD = 0x400454CA, 0x400454D0
TAP, BARE, HEADER = 0x2, 0x1000, 0x4000
CHECKSUM, LARGE = 0x1, 0x2
NETWORK = 0x40000000


def entered(pid):
    there = os.open(f'/proc/{pid}/ns/net', os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(there, NETWORK):
        raise OSError(ctypes.get_errno(), 'setns')
    os.close(there)


def end(pid, addresses):
    entered(pid)
    link = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(link, TUNSETIFF, struct.pack('16sH22x', b'far', TAP | BARE | HEADER))
    fcntl.ioctl(link, TUNSETOFFLOAD, CHECKSUM | LARGE)
    for address in addresses:
        subprocess.run(['ip', 'address', 'add', f'{address}/24', 'dev', 'far'], check=True)
    subprocess.run(['ip', 'link', 'set', 'far', 'up'], check=True)
    return link


def main(pid, delay, count):
    ends = [end(os.getpid(), ['172.30.0.1']), end(pid, [f'172.30.0.{2 + host}' for host in range(count)])]
    queues = {ends[0]: (ends[1], collections.deque()), ends[1]: (ends[0], collections.deque())}
    print('joined', flush=True)
    while True:
        due = [queue[0][0] for _, queue in queues.values() if queue]
        wait = max(0, min(due) - time.monotonic()) if due else None
        for link in select.select(ends, [], [], wait)[0]:
            try:
                for _ in range(256):
                    frame = os.read(link, 1 << 17)
                    queues[link][1].append((time.monotonic() + delay, frame))
            except BlockingIOError:
                pass
        for to, queue in queues.values():
            while queue and queue[0][0] <= time.monotonic():
                os.write(to, queue.popleft()[1])


main(int(sys.argv[1]), float(sys.argv[2]) / 1000, int(sys.argv[3]))
