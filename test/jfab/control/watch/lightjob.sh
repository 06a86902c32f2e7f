# lightjob.sh DIRECTORY HOSTS HOST RANKS: makes a job directory as jfab leaves it, of processes that only sleep, and writes
# the metrics of those trainers among RANKS whose host is HOST of HOSTS, five steps a second in all files at once, until
# there is a file .jfab/over; then the trainers end. Trainer 1 is the slow one, for which the others wait.
set -eu
directory=$1 hosts=$2 host=$3 ranks=$4
umask 077
mkdir -p "$directory/.jfab" "$directory/log" "$directory/output"
cd "$directory"
echo "$host" >nodefile
start_of() { sed -n 's/^.*) //p' "/proc/$1/stat" | cut -d ' ' -f 20; }
boot=$(cat /proc/sys/kernel/random/boot_id)

# NAME LOG: a process, its record and its log.
begin() {
    setsid sleep 600 &
    pid=$!
    until [ "$(sed -n 's/^.*) //p' "/proc/$pid/stat" | cut -d ' ' -f 3)" = "$pid" ]; do :; done
    printf 'pid %s\nstart %s\ngroup %s\ngroup-start %s\nboot %s\nlog %s\ncommand sleep 600\nrestarts 0\n' \
        "$pid" "$(start_of "$pid")" "$pid" "$(start_of "$pid")" "$boot" "$2" >".jfab/$1.process"
    echo "$1 begins" >"$2"
    echo "$(date +%s.%N) $1 started $pid" >>.jfab/events
    echo "$pid $1" >>.jfab/light
}

# NAME CODE
end() {
    kill "$(sed -n "s/ $1\$//p" .jfab/light)" 2>/dev/null || :
    echo "$(date +%s.%N) $1 exited $2" >>.jfab/events
    echo "$2" >".jfab/$1.exit"
}

begin "pserver-$host" log/server.log
rank=$host mine=
while [ "$rank" -lt "$ranks" ]; do
    mkdir -p "metrics/trainer-$rank"
    begin "trainer-$rank" "log/train-$rank.log"
    mine="$mine $rank"
    rank=$((rank + hosts))
done

step=0
# A test that was ended itself says nothing any more.
while [ ! -e .jfab/over ] && [ "$step" -lt 3000 ]; do
    date -u +%Y-%m-%dT%H:%M:%S.%3NZ | awk -v mine="$mine" -v step="$step" '{
        count = split(mine, rank, " ")
        for (i = 1; i <= count; i++) {
            own = rank[i] == 1 ? 150 : 40 + rank[i] % 7
            file = "metrics/trainer-" rank[i] "/metrics.jsonl"
            printf "{\"time\":\"%s\",\"pass\":0,\"step\":%d,\"samples\":64,\"loss\":%.6f,\"samples_per_second\":%.3f," \
                "\"milliseconds\":{\"step\":200,\"data\":5,\"forward\":%.3f,\"backward\":%.3f,\"optimize\":0,\"send\":6," \
                "\"wait\":%.3f,\"receive\":4}}\n", $0, step, 0.1 + 2 / (1 + step / 20) + 0.02 * (rank[i] % 5), 320, \
                own / 3, own * 2 / 3, 185 - own >>file
            close(file)
        }
    }'
    step=$((step + 1))
    sleep 0.2
done

for rank in $mine; do
    end "trainer-$rank" "$(cat ".jfab/end-$rank" 2>/dev/null || echo 0)"
done
end "pserver-$host" 0
