# What the launcher asks of a node, as one POSIX shell script: sh -c THIS jfab WORD ARGUMENTS...
# It travels with every request, so a node keeps nothing of jfab but its jobs and its bundle cache.
#
# A job directory has, under .jfab: NAME.process, written when process NAME starts; NAME.exit, its exit code.
set -u
umask 077

fail() {
    echo "$*" >&2
    exit 1
}

# unpack_into DIRECTORY WHAT OPTIONS: a tar archive from standard input; a failure is told in one sentence.
unpack_into() {
    said=$(LC_ALL=C tar "$3" - -C "$1" 2>&1) && return 0
    case $said in
        *'No space left'* | *'Disk quota'*) fail "no space left for $2 in $1" ;;
        *) fail "cannot unpack $2 into $1: $(printf '%s\n' "$said" | head -n 1)" ;;
    esac
}

# Start time of process $1 in clock ticks since boot; nothing when it is gone or a zombie. A command name may hold
# blanks and parentheses, hence everything up to the last one is cut.
started() {
    sed -n 's/^.*) \([A-Y]\) /\1 /p' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20
}

group_of() {
    sed -n 's/^.*) //p' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 3
}

boot_id() {
    cat /proc/sys/kernel/random/boot_id
}

# The value of key $2 in record $1.
field() {
    sed -n "s/^$2 //p" "$1"
}

# Whether the process group of record $1 is still the one that was started: same boot, and its leader or its command has
# the recorded start time. Process numbers are used again; these together are not.
ours() {
    [ "$(field "$1" boot)" = "$(boot_id)" ] || return 1
    group=$(field "$1" group)
    [ "$(started "$group")" = "$(field "$1" group-start)" ] && return 0
    pid=$(field "$1" pid)
    [ "$(started "$pid")" = "$(field "$1" start)" ] && [ "$(group_of "$pid")" = "$group" ]
}

# create ROOT JOB INDEX: makes the job directory, with the job's token from standard input; exit code 17 when it exists.
create() {
    mkdir -p "$1" || fail "cannot make $1"
    [ ! -e "$1/$2" ] || exit 17
    mkdir "$1/$2" || fail "cannot make $1/$2"
    trap '[ $? = 0 ] || rm -rf "$1/$2"' EXIT
    mkdir "$1/$2/.jfab" "$1/$2/log" "$1/$2/output" && echo "$3" >"$1/$2/nodefile" || fail "cannot write to $1/$2"
    cat >"$1/$2/.jfab/token" || fail "cannot write to $1/$2"
    cat >"$1/$2/.jfab/supervise" <<'SUPERVISE' || fail "cannot write to $1/$2"
# NAME LOG COMMAND...: leads the process group of a command, and records how it began and ended.
name=$1 log=$2
shift 2
# The group's signals reach the command as well; this shell stays to see its exit code.
trap : TERM INT HUP
start_of() { sed -n 's/^.*) //p' "/proc/$1/stat" | cut -d ' ' -f 20; }
JFAB_JOB_TOKEN=$(cat .jfab/token) "$@" >"$log" 2>&1 </dev/null &
pid=$!
{
    echo "pid $pid"
    echo "start $(start_of $pid)"
    echo "group $$"
    echo "group-start $(start_of $$)"
    echo "boot $(cat /proc/sys/kernel/random/boot_id)"
    echo "log $log"
    echo "command $*"
} >".jfab/$name.new" && mv ".jfab/$name.new" ".jfab/$name.process"
while :; do
    wait "$pid"
    code=$?
    kill -0 "$pid" 2>/dev/null || break
done
echo "$code" >".jfab/$name.exit.new" && mv ".jfab/$name.exit.new" ".jfab/$name.exit"
SUPERVISE
}

# discard JOB: removes a job directory in which nothing was started, if it has the token on standard input.
discard() {
    [ "$(cat)" = "$(cat "$1/.jfab/token" 2>/dev/null)" ] || exit 0
    for record in "$1"/.jfab/*.process; do
        [ ! -e "$record" ] || fail "$1 has processes"
    done
    rm -rf "$1"
}

# describe JOB: standard input becomes what the job is.
describe() {
    cat >"$1/.jfab/description.new" && mv "$1/.jfab/description.new" "$1/.jfab/description.json" ||
        fail "cannot write to $1"
}

# description JOB: what the job is; nothing where it was not told.
description() {
    [ ! -e "$1/.jfab/description.json" ] || cat "$1/.jfab/description.json"
}

# unpack JOB: a tar archive on standard input becomes the job's workspace.
unpack() {
    unpack_into "$1" 'the workspace' -xf
}

# cached DIGEST: prints the directory of an engine bundle that is complete on this node; exit code 1 when there is none.
cached() {
    bundle="$HOME/.jfab/cache/$1"
    [ -d "$bundle" ] && echo "$bundle"
}

# receive DIGEST: a gzipped tar archive on standard input becomes that bundle, whole or not at all.
receive() {
    cache="$HOME/.jfab/cache"
    mkdir -p "$cache" || fail "cannot make $cache"
    for stale in "$cache"/.incoming.*; do
        kill -0 "${stale##*.}" 2>/dev/null || rm -rf "$stale"
    done
    incoming="$cache/.incoming.$$"
    trap 'rm -rf "$incoming"' EXIT
    trap 'exit 1' HUP INT TERM PIPE
    mkdir "$incoming" || fail "cannot make $incoming"
    unpack_into "$incoming" 'the engine' -xzf
    # Another job may have brought the same bundle in the meantime: then that one stays.
    mv -T "$incoming" "$cache/$1" 2>/dev/null || [ -d "$cache/$1" ] || fail "cannot put the engine into $cache"
}

# start JOB NAME LOG COMMAND...: starts a process that outlives this connection; prints its pid.
start() {
    cd "$1" || fail "no job directory $1"
    name=$2
    shift
    setsid sh .jfab/supervise "$@" </dev/null >/dev/null 2>&1 &
    tries=0
    while [ ! -e ".jfab/$name.process" ]; do
        tries=$((tries + 1))
        [ "$tries" -le 200 ] || fail "$name did not start within 10 s"
        sleep 0.05
    done
    field ".jfab/$name.process" pid
}

# ready JOB NAME SECONDS TEXT: waits until the log of NAME has a line that begins with TEXT. Exit code 3: the process
# ended before; 4: time is up.
ready() {
    cd "$1" || fail "no job directory $1"
    log=$(field ".jfab/$2.process" log)
    end=$(($(date +%s) + $3))
    while ! grep -q "^$4" "$log"; do
        [ ! -e ".jfab/$2.exit" ] && ours ".jfab/$2.process" || exit 3
        [ "$(date +%s)" -lt "$end" ] || exit 4
        sleep 0.05
    done
}

state() {
    name=$(basename "$1" .process)
    if [ -e ".jfab/$name.exit" ]; then
        echo "$name $(field "$1" pid) exited $(cat ".jfab/$name.exit")"
    elif ours "$1"; then
        echo "$name $(field "$1" pid) running"
    elif [ -e ".jfab/$name.exit" ]; then
        # It ended between the two looks.
        echo "$name $(field "$1" pid) exited $(cat ".jfab/$name.exit")"
    else
        echo "$name $(field "$1" pid) lost"
    fi
}

# status JOB: a line per process: name, pid, and running | exited CODE | lost.
status() {
    cd "$1" || fail "no job directory $1"
    states
}

states() {
    for record in .jfab/*.process; do
        [ ! -e "$record" ] || state "$record"
    done
}

# jobs ROOT: the ids of the jobs on this node, a line each.
jobs() {
    for directory in "$1"/JOB*/.jfab; do
        [ ! -d "$directory" ] || basename "$(dirname "$directory")"
    done
}

# follow JOB NAME OFFSET: the log of NAME from byte OFFSET (0 is the first) until the process has ended.
follow() {
    cd "$1" || fail "no job directory $1"
    log=$(field ".jfab/$2.process" log)
    offset=$3
    while :; do
        over=
        [ ! -e ".jfab/$2.exit" ] && ours ".jfab/$2.process" || over=1
        size=$(wc -c <"$log")
        if [ "$size" -gt "$offset" ]; then
            tail -c "+$((offset + 1))" "$log" | head -c "$((size - offset))"
            offset=$size
        fi
        [ -z "$over" ] || break
        sleep 0.1
    done
}

# tail JOB NAME LINES: the last lines of the log of NAME.
tail_log() {
    cd "$1" || fail "no job directory $1"
    tail -n "$3" "$(field ".jfab/$2.process" log)"
}

# Whether process group $1 has a member that is not a zombie: a child may outlive the process that was started.
group_alive() {
    cat /proc/[0-9]*/stat 2>/dev/null | sed -n 's/^.*) //p' |
        awk -v group="$1" '$1 != "Z" && $3 == group { found = 1 } END { exit !found }'
}

# Sends signal $1 to the process groups $3... and waits up to $2 seconds for them to empty.
signal_and_wait() {
    signal=$1
    end=$(($(date +%s) + $2))
    shift 2
    for group in "$@"; do
        group_alive "$group" && kill -s "$signal" -- "-$group" 2>/dev/null
    done
    for group in "$@"; do
        while group_alive "$group" && [ "$(date +%s)" -le "$end" ]; do
            sleep 0.05
        done
    done
}

# kill JOB SECONDS: ends the job's process groups, trainers before the servers that they talk to: TERM, up to SECONDS of
# grace, KILL. Then as status.
end_job() {
    cd "$1" || fail "no job directory $1"
    for role in trainer pserver; do
        # Checked once: a group keeps its number as long as it has a member, and an empty one is signalled no more.
        groups=
        for record in .jfab/$role-*.process; do
            [ -e "$record" ] && ours "$record" && groups="$groups $(field "$record" group)"
        done
        signal_and_wait TERM "$2" $groups
        signal_and_wait KILL 2 $groups
        for group in $groups; do
            group_alive "$group" && fail "process group $group is still there after SIGKILL"
        done
        for record in .jfab/$role-*.process; do
            # Whoever is killed with its supervisor leaves no exit code.
            ended=".jfab/$(basename "$record" .process).exit"
            [ ! -e "$record" ] || [ -e "$ended" ] || echo 137 >"$ended"
        done
    done
    states
}

# archive JOB: logs and output as a tar archive on standard output.
archive() {
    cd "$1" || fail "no job directory $1"
    tar -cf - log output
}

word=$1
shift
case $word in
    create | discard | describe | description | unpack | cached | receive | start | ready | status | jobs | follow | archive) "$word" "$@" ;;
    tail) tail_log "$@" ;;
    kill) end_job "$@" ;;
    *) fail "unknown request $word" ;;
esac
