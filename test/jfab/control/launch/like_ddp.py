"""Trains as PyTorch's DDP does, as far as others see it: rank 0 has a store at MASTER_PORT, where all ranks meet once and then wait
for each other at each step. A rank that comes a second time is told so and ends, as it would hang at a real one."""
import os, signal, socket, sys, threading, time

rank, world = int(os.environ['RANK']), int(os.environ['WORLD_SIZE'])
where = os.environ['MASTER_ADDR'], int(os.environ['MASTER_PORT'])
attempt = int(os.environ['JFAB_ATTEMPT'])
steps = int(os.environ.get('STEPS', 10))


def serve(listener):
    ranks = {}
    while len(ranks) < world:
        line = listener.accept()[0].makefile('rw', buffering=1)
        name = int(line.readline())
        if name in ranks:
            print('met', file=line)
        ranks.setdefault(name, line)
    for step in range(steps):
        for line in ranks.values():
            if not line.readline():
                os._exit(1)
        for line in ranks.values():
            print('go', file=line)


def dies(step):
    """Whether it is the turn of this one: DIES is 'RANK ATTEMPT STEP SIGNAL', or several of these; END ends it well."""
    for one in os.environ.get('DIES', '').split(','):
        if one.split()[:3] == [str(rank), str(attempt), str(step)]:
            if one.split()[3] == 'END':
                os._exit(0)
            os.kill(os.getpid(), signal.Signals['SIG' + one.split()[3]])


print(f'rank {rank} of {world}, attempt {attempt}, port {where[1]}, threads {os.environ["OMP_NUM_THREADS"]}')
dies(0)
if os.environ.get('REFUSED', '').split(',').count(f'{rank} {attempt}'):
    sys.exit('ConnectionRefusedError: [Errno 111] Connection refused')
if rank == 0:
    listener = socket.create_server(where)
    store = threading.Thread(target=serve, args=[listener], daemon=True)
    store.start()
for tries in range(200):
    try:
        line = socket.create_connection(where, timeout=60).makefile('rw', buffering=1)
        break
    except ConnectionRefusedError:
        time.sleep(0.1)
else:
    sys.exit('ConnectionRefusedError: nobody is at ' + str(where))
print(rank, file=line)
for step in range(1, steps + 1):
    dies(step)
    time.sleep(float(os.environ.get('PAUSE', 0.02)))
    print('done', file=line)
    answer = line.readline()
    if answer != 'go\n':
        sys.exit('RuntimeError: this rank has been here before' if answer else 'RuntimeError: Connection closed by peer')
    print(f'step {step} loss {1 / step:.4f}')
if rank == 0:
    store.join()
