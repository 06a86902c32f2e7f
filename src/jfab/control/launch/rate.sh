# Measures how fast this host and others send to each other: sh -c THIS jfab ENGINE ADDRESS PORT SECONDS
#
# The program is jfab.training.train.LinkRate of the engine in directory ENGINE, whose Javadoc tells what it reads and prints; where
# ENGINE is empty, the same in Python. Exit code 3: there is neither.
set -u
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
engine=$1
shift
[ -z "$engine" ] || exec "$engine/jre/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx64m \
    -cp "$engine/jfab.jar" jfab.training.train.LinkRate "$@"
python3 -c 'import socket, threading' 2>/dev/null || exit 3
exec python3 -c '
import os, socket, struct, sys, threading, time
SETTLES, COUNTED, PATIENCE, LONGEST = 0.2, 0.5, 2, 4
said = threading.Lock()

def say(*words):
    with said:
        print(*words, flush=True)

def take(line):
    with line:
        line.settimeout(PATIENCE)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        sender = struct.unpack(">i", line.recv(4, socket.MSG_WAITALL))[0]
        buffer = bytearray(1 << 18)
        begin = now = time.monotonic()
        settled, count = False, 0
        while now < begin + (COUNTED if settled else SETTLES):
            line.settimeout(max(0.001, begin + SETTLES + COUNTED - now))
            try:
                got = line.recv_into(buffer)
            except socket.timeout:
                break
            if got == 0:
                return
            now = time.monotonic()
            count += got
            if not settled and now >= begin + SETTLES:
                settled, begin, count = True, now, 0
        elapsed = time.monotonic() - begin
        say("took", sender, count, round(elapsed * 1e9))

def take_all(listening):
    while True:
        threading.Thread(target=take, args=listening.accept()[:1], daemon=True).start()

def send(address, port, own, other):
    begin = time.monotonic()
    try:
        line = socket.create_connection((address, int(port)), PATIENCE)
    except socket.timeout:
        return say("failed", other, "silent")
    except ConnectionRefusedError:
        return say("failed", other, "refused")
    except OSError:
        return say("failed", other, "unreachable")
    with line:
        block = struct.pack(">i", int(own)), bytes(1 << 18)
        try:
            line.sendall(block[0])
            while time.monotonic() < begin + LONGEST:
                line.sendall(block[1])
        except OSError:
            pass
    say("sent", other)

address, port, limit = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
last = threading.Timer(limit, os._exit, [1])
last.daemon = True
last.start()
try:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listening = socket.create_server((address, port), family=family)
except OSError as problem:
    sys.exit("cannot listen on %s port %d: %s" % (address, port, problem.strerror.split(" (while")[0]))
say("port", listening.getsockname()[1])
threading.Thread(target=take_all, args=[listening], daemon=True).start()
for line in sys.stdin:
    send(*line.split()[1:])
sys.stdout.flush()
os._exit(0)
' "$@"
