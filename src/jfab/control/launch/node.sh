# What the launcher asks of a node, in POSIX shell: each request names a function and travels with it and those that it needs, so
# that a node keeps nothing of jfab but its jobs and its bundle cache.
#
# A job directory has, under .jfab: NAME.process, written when process NAME starts; NAME.exit, its exit code.
set -u
umask 077
booted=''
[ ! -r /proc/sys/kernel/random/boot_id ] || read -r booted </proc/sys/kernel/random/boot_id

fail() {
    echo "$*" >&2
    exit 1
}

# unwritten DIRECTORY: fails with why nothing could be written to it, which is the working directory, or below that.
unwritten() {
    at=$1
    [ -d "$at" ] || at=.
    [ -w "$at" ] || fail "cannot write to $1: it is read-only, or not yours"
    # Blocks, and then files, of which a file system may have no more either.
    for kind in k i; do
        [ "$(LC_ALL=C df "-P$kind" "$at" 2>/dev/null | awk 'NR == 2 { print $4 }')" != 0 ] || fail "no space left in $1"
    done
    fail "cannot write to $1"
}

# Whether $1 is this account's own: below a root directory that accounts share, each of them can make what looks like a job. Nor is a
# job what has a name that no job has: a line break in it would be one in an answer.
own() {
    case ${1##*/} in *[[:space:]]*) return 1 ;; esac
    [ -O "$1" ] && [ ! -L "$1" ]
}

# Refuses what is no job directory of this account's.
guard() {
    [ -d "$1" ] || fail "no job directory $1"
    own "$1" || fail "job directory $1 belongs to another account"
}

# enter JOB [KILLED]: goes to its directory. What is among its records, and no reader comes to the end of, as a pipe, is refused; where
# KILLED is not empty, it is taken away, so that no process keeps itself alive by that.
enter() {
    guard "$1"
    cd "$1" && [ -O . ] || fail "cannot enter job directory $1"
    check_records "${2:-}"
}

check_records() {
    for record in .jfab/*; do
        [ ! -e "$record" ] || [ -f "$record" ] || [ -d "$record" ] || {
            [ -n "$1" ] || fail "$record of ${PWD##*/} is no file; delete it"
            rm -f "$record"
        }
    done
}

# unpack_into DIRECTORY WHAT OPTIONS: a tar archive from standard input; a failure is told in one sentence.
unpack_into() {
    said=$(LC_ALL=C tar "$3" - -C "$1" 2>&1) && return 0
    case $said in
        *'No space left'* | *'Disk quota'*) fail "no space left for $2 in $1" ;;
        *) fail "cannot unpack $2 into $1: $(printf '%s\n' "$said" | sed -n '/./{p;q;}')" ;;
    esac
}

# look PID: its start time in clock ticks since boot and its process group, as 'began' and 'member'; both empty when it is
# gone or a zombie. A command name may hold blanks and parentheses, hence everything up to the last one is cut.
look() {
    began='' member=''
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
    set -- ${stat##*) }
    case $1 in Z | X) return 0 ;; esac
    began=${20} member=$3
}

# recall RECORD: what it says of a process, as variables.
recall() {
    pid= start= group= group_start= boot= log= restarts=0
    while read -r key value; do
        case $key in
            pid) pid=$value ;;
            start) start=$value ;;
            group) group=$value ;;
            group-start) group_start=$value ;;
            boot) boot=$value ;;
            log) log=$value ;;
            restarts) restarts=$value ;;
        esac
    done <"$1"
}

# The value of key $2 in record $1.
field() {
    sed -n "s/^$2 //p" "$1"
}

# Whether the process group of record $1 is still the one that was started: same boot, and its leader or its command has
# the recorded start time. Process numbers are used again; these together are not.
ours() {
    recall "$1"
    [ "$boot" = "$booted" ] || return 1
    look "$group"
    [ -n "$began" ] && [ "$began" = "$group_start" ] && return 0
    look "$pid"
    [ -n "$began" ] && [ "$began" = "$start" ] && [ "$member" = "$group" ]
}

# Goes to root directory $1, if no job can be exchanged there for a directory of somebody else's between two looks at it: who can
# rename what is in it could. In a sticky directory, each account can do so with what is its own.
enter_root() {
    cd "$1" || fail "cannot enter $1"
    set -- "$1" $(LC_ALL=C stat -c '%A %u %U %G' .)
    [ $# -ge 5 ] || fail "cannot tell whose $1 is"
    [ "$3" = 0 ] || [ -O . ] ||
        fail "$1 belongs to $4, who could put a directory of theirs in the place of a job; take a rootDir that is yours or root's"
    case $2 in
        *[tT]) return 0 ;;
        ????????w?) ;;
        # The group that a user has for themselves alone is called as they are.
        ?????w????) [ "$4" != "$5" ] || [ "$5" = UNKNOWN ] || return 0 ;;
        *) return 0 ;;
    esac
    fail "others can write to $1, and could put a directory of theirs in the place of a job; run chmod +t $1, or take a rootDir of your own"
}

# create ROOT JOB INDEX [GPUS]: makes the job directory; standard input has the job's keys, as arm takes them, an empty line, and then
# the supervisor's script. Where GPUS is not empty, it tells of the host's GPUs. Exit code 17 when the directory exists.
create() {
    [ -n "$booted" ] && [ -c /dev/null ] ||
        fail "$(uname -n) has no /proc or no /dev/null, without which no process is started and found again; are commands run in a chroot without them?"
    mkdir -p "$1" || fail "cannot make $1"
    enter_root "$1"
    root=$(pwd -P)
    [ ! -e "$2" ] || exit 17
    # Nobody else's from the beginning, whatever its parent gives to new directories.
    # Another one, of another account maybe, may have made it since.
    mkdir -m 700 "$2" || { [ ! -e "$2" ] || exit 17; fail "cannot make $1/$2"; }
    # From here on no name leads out of what was made.
    cd "$2" && [ -O . ] || fail "cannot enter $1/$2"
    # Where sh is bash, a trap sees the arguments of the function that ended it.
    made=$2
    trap '[ $? = 0 ] || { cd -P .. && rm -rf "$made"; }' EXIT
    { mkdir .jfab log output && echo "$3" >nodefile && write_keys && cat >.jfab/supervise; } 2>/dev/null || unwritten "$1/$2"
    (sweep_casts) >/dev/null 2>&1 || :
    # An engine is not taken away while a job of another root directory names it.
    (private roots && { grep -qxsF "$root" "$private/list" || echo "$root" >>"$private/list"; }) 2>/dev/null || :
    [ -z "${4:-}" ] || list_gpus
}

# A line 'gpus NAME=FREE_MB ...': those of CUDA_VISIBLE_DEVICES, where an allocation or the account has that set. No line where
# nobody can count them.
list_gpus() {
    command -v nvidia-smi >/dev/null || return 0
    found=$(timeout -k 1 20 nvidia-smi --query-gpu=index,uuid,memory.free --format=csv,noheader,nounits 2>/dev/null) || return 0
    echo gpus $(echo "$found" | awk -F ', *' -v only="${CUDA_VISIBLE_DEVICES-all}" '
        $1 ~ /^[0-9]+$/ { free[$1] = free[$2] = $3 + 0; name[++count] = $1 }
        END {
            if (only != "all") count = split(only, name, ",")
            for (i = 1; i <= count; i++)
                if (name[i] in free || name[i] ~ /^(GPU|MIG)-/) print name[i] "=" free[name[i]] + 0
        }')
}

# arm JOB: standard input has what its processes know each other by: the token in its first line, then, up to an empty line or
# the end, the key and the certificate that encrypt, if any.
arm() {
    guard "$1"
    enter_root "${1%/*}"
    enter "${1##*/}"
    write_keys 2>/dev/null || unwritten "$1"
}

# Both files are new, and so nobody else's before they have content.
write_keys() {
    rm -f .jfab/token .jfab/tls.pem && set -C || return 1
    read -r token && printf '%s' "$token" >.jfab/token || return 1
    while read -r line && [ -n "$line" ]; do
        printf '%s\n' "$line" || return 1
    done >.jfab/tls.pem || return 1
    set +C
    [ -s .jfab/tls.pem ] || rm -f .jfab/tls.pem
}

# disarm JOB: no process of the job is here, or none any more.
disarm() {
    guard "$1"
    rm -f "$1/.jfab/token" "$1/.jfab/tls.pem"
}

# users ROOT DIGEST: the jobs that name this engine, of all root directories that jobs were made in.
users() {
    { echo "$1" && cat "$HOME/.jfab/roots/list" 2>/dev/null; } | while read -r root; do
        for run in "$root"/JOB*/.jfab; do
            job=${run%/.jfab}
            own "$job" || continue
            ! grep -q -s "cache/$2/" "$run"/*.run "$run"/*.process || echo "${job##*/}"
        done
    done | sort -u
}

# Whether a process of this host runs from engine $1.
in_use() {
    engine=$(cd "$HOME/.jfab/cache/$1" && pwd -P) && ls -l /proc/[0-9]*/exe 2>/dev/null | grep -qF " -> $engine/"
}

# discard JOB: removes a job directory in which nothing was started, if it has the token on standard input.
discard() {
    # What another account has made there since it was asked for was never this job's.
    [ -d "$1" ] && own "$1" || exit 0
    [ -s "$1/.jfab/token" ] && [ "$(cat)" = "$(cat "$1/.jfab/token")" ] || exit 0
    for record in "$1"/.jfab/*.process; do
        [ ! -e "$record" ] || fail "$1 has processes"
    done
    unlink_log "$1"
    rm -rf "$1"
}

# unlink_log JOB: a workspace of the user's keeps no link to logs that are about to go.
unlink_log() {
    [ -h "$1/output" ] && work=$(readlink "$1/output") || return 0
    log=${work%/*}/log
    [ ! -h "$log" ] || [ ! "$log" -ef "$1/log" ] || rm -f "$log"
}

# describe JOB: standard input becomes what the job is.
describe() {
    guard "$1"
    { cat >"$1/.jfab/description.new" && mv "$1/.jfab/description.new" "$1/.jfab/description.json"; } 2>/dev/null ||
        unwritten "$1"
}

# description JOB: what the job is; nothing where it was not told.
description() {
    ! own "$1" || [ ! -e "$1/.jfab/description.json" ] || cat "$1/.jfab/description.json"
}

# unpack JOB: a tar archive on standard input becomes the job's workspace.
unpack() {
    guard "$1"
    unpack_into "$1" 'the workspace' -xf
    # What comes with the package is not what the job has made.
    [ -h "$1/output" ] || find "$1/output" -type f >"$1/.jfab/brought"
}

# cached DIGEST: prints the directory of an engine bundle that is complete on this node and can be run; exit code 1 when there is none.
cached() {
    bundle="$HOME/.jfab/cache/$1"
    [ -x "$bundle/bin/train" ] && echo "$bundle"
}

# receive DIGEST: a gzipped tar archive on standard input with that SHA-256 becomes a bundle, whole or not at all.
receive() {
    cache="$HOME/.jfab/cache"
    for tool in sha256sum mkfifo tee; do
        command -v "$tool" >/dev/null || fail "$(uname -n) has no $tool, by which the engine is checked; install coreutils"
    done
    mkdir -p "$cache" || fail "cannot make $cache"
    # Others may receive at the same time, also on other nodes where homes are on a shared file system.
    here="$cache/.incoming.$(uname -n)"
    for stale in "$here".*; do
        kill -0 "${stale##*.}" 2>/dev/null || rm -rf "$stale"
    done
    incoming="$here.$$"
    trap 'rm -rf "$incoming"' EXIT
    trap 'exit 1' HUP INT TERM PIPE
    mkdir "$incoming" "$incoming/engine" && mkfifo "$incoming/copy" || fail "cannot make $incoming"
    # Said before so much is sent, and not by the processes.
    : >"$incoming/program" && chmod u+x "$incoming/program" && [ -x "$incoming/program" ] ||
        fail "the engine could not be started from $cache, where no program may be: is it mounted noexec?"
    sha256sum <"$incoming/copy" >"$incoming/sum" 2>/dev/null &
    summing=$!
    # What tar leaves unread is part of the sum.
    tee "$incoming/copy" 2>/dev/null | { unpack_into "$incoming/engine" 'the engine' -xzf && cat >/dev/null; }
    unpacked=$?
    wait "$summing"
    [ "$unpacked" = 0 ] || exit 1
    read -r sum rest <"$incoming/sum" && [ "$sum" = "$1" ] ||
        fail "the engine did not arrive as it was built: its SHA-256 is ${sum:-unknown}, not $1"
    # Another job may have brought the same bundle in the meantime: then that one stays.
    mv -T "$incoming/engine" "$cache/$1" 2>/dev/null || [ -d "$cache/$1" ] || fail "cannot put the engine into $cache"
}

# begin JOB NAME...: starts the processes of which NAME.run tells how; prints a line for each: name, pid.
begin() {
    enter "$1"
    shift
    begun "$@"
    for name in "$@"; do
        recall ".jfab/$name.process"
        echo "$name $pid"
    done
}

begun() {
    [ $# -gt 0 ] || return 0
    # Before what tells how they ended is gone.
    command -v setsid >/dev/null || fail "$(uname -n) has no setsid, by which processes outlive this connection; install util-linux"
    left=''
    for name in "$@"; do
        for file in ".jfab/$name.process" ".jfab/$name.supervisor" ".jfab/$name.exit"; do
            [ ! -e "$file" ] || left="$left $file"
        done
    done
    [ -z "$left" ] || rm -f $left
    begun=''
    # Who begins them may be a process of the job itself, and they are not what that has left.
    unset JFAB_JOB_PROCESS
    for name in "$@"; do
        setsid sh .jfab/supervise "$name" </dev/null >/dev/null 2>&1 &
        begun="$begun $name=$!"
    done
    tries=0
    for each in $begun; do
        name=${each%=*}
        while [ ! -e ".jfab/$name.process" ]; do
            tries=$((tries + 1))
            if [ -e .jfab/stopping ]; then
                read -r seconds why <.jfab/stopping
                fail "$name did not start, since the job is ended $why"
            fi
            look "${each#*=}"
            # It may have come between the two looks.
            [ -n "$began" ] || [ -e ".jfab/$name.process" ] || fail "$name did not start: $(unwritten "$PWD/.jfab" 2>&1)"
            [ "$tries" -le 100 ] || fail "$name did not start within 10 s"
            sleep 0.1
        done
    done
    recall ".jfab/$name.process"
}

# keep JOB: stays until the processes that the job has here by now have ended. Where what a request leaves behind is ended with
# it, this goes on after begin; told to end, it ends them in order.
keep() {
    [ -d "$1" ] || exit 0
    enter "$1"
    trap keep_no_more TERM INT HUP
    for file in .jfab/*.supervisor; do
        name=${file#.jfab/}
        name=${name%.supervisor}
        # Also while what was to be done at the job's end is done.
        while supervised "$name"; do
            sleep 1 &
            wait $!
        done
    done
}

keep_no_more() {
    trap '' TERM INT HUP
    grace
    [ -e .jfab/stopping ] || echo "$grace by the end of its allocation" >.jfab/stopping
    end_role trainer "$grace"
    end_role pserver "$grace"
    exit 0
}

# How many seconds the job's processes may take to end, as 'grace'; $1 where that is less, or where nothing is known of them.
grace() {
    grace=$(sed -n 's/^#: grace //p' .jfab/*.run 2>/dev/null | head -n 1)
    grace=${grace:-${1:-3}}
    [ "$grace" -le "${1:-$grace}" ] || grace=$1
}

state() {
    name=${1#.jfab/}
    name=${name%.process}
    recall "$1"
    if lives "$name"; then
        # A trainer that goes on from a checkpoint says there how many of how many steps it has behind it once more.
        hold=
        # The job's own program may have put anything there, an earlier attempt have left it.
        way=metrics/$name/repeating
        [ ! -f "$way" ] || [ ! "$way" -nt "$1" ] || hold=$(head -c 40 "$way" | head -n 1)
        # Behind the last bracket: a program may have any name.
        { read -r stat <"/proc/$pid/stat"; } 2>/dev/null || stat=
        case ${stat##*) } in T*) hold=halted ;; esac
        ! waits "$name" || hold=room
        # Its supervisor may have noted its end between the two looks; a job of an older jfab has none that could be missed.
        supervised "$name" || ended "$name" || [ ! -e ".jfab/$name.supervisor" ] || hold=alone
        echo "$name $pid running${hold:+ $hold}"
    elif ended "$name"; then
        echo "$name $pid exited $code"
    elif [ "$boot" = "$booted" ]; then
        echo "$name $pid lost here"
    else
        echo "$name $pid lost"
    fi
}

# Whether process $1 runs, or is about to run again. Where it does not, and has not ended, 'boot' is that of its record.
lives() {
    ! ended "$1" && { supervised "$1" || ours ".jfab/$1.process"; }
}

# Whether process $1 has failed and waits for room on a full disk to begin again.
waits() {
    read -r why 2>/dev/null <".jfab/$1.ending" && [ "$why" = room ]
}

# Whether process $1 has ended for good; its exit code is 'code' then.
ended() {
    { read -r code <".jfab/$1.exit"; } 2>/dev/null
}

# A line per process: name, pid, and running | exited CODE | lost, 'lost here' where the host was not started again since.
states() {
    for record in .jfab/*.process; do
        [ ! -e "$record" ] || state "$record"
    done
}

# strays ROOT [JOB]: lines 'JOB PID' of processes whose job's directory is gone.
strays() {
    root=$(cd "$1" 2>/dev/null && pwd -P) || root=$1
    {
        ls -l /proc/[0-9]*/cwd 2>/dev/null |
            sed -n "s|.* /proc/\\([0-9]*\\)/cwd -> .*/\\(${2:-JOB[0-9-]*}\\) (deleted)\$|\\2 \\1 &|p" |
            while read -r job pid line; do
                # A job is moved before it is removed.
                case $line in *" -> $root/$job (deleted)" | *" -> $root/.$job."??????"/$job (deleted)") echo "$job $pid" ;; esac
            done
        # Somebody else may have moved it. Who looks after a process would begin it again.
        for process in $(grep -lsz ^JFAB_JOB_DIRECTORY= /proc/[0-9]*/environ); do
            of=$(grep -sz ^JFAB_JOB_DIRECTORY= "$process" | tr -d "\0")
            of=${of#*=}
            process=${process%/environ}
            case $of in "$root/"${2:-JOB[0-9]*}) ;; *) continue ;; esac
            [ ! -d "$process/root$of" ] || [ -h "$process/root$of" ] || continue
            echo "${of##*/} ${process#/proc/}"
            for other in $(grep -lsz "^\.jfab/supervise\$" /proc/[0-9]*/cmdline); do
                other=${other%/cmdline}
                [ ! "$other/cwd" -ef "$process/cwd" ] || echo "${of##*/} ${other#/proc/}"
            done
        done
    } | sort -u
}

# jobs ROOT: the ids of the jobs on this node, a line each.
jobs() {
    for directory in "$1"/JOB*/.jfab; do
        [ ! -d "$directory" ] || ! own "${directory%/.jfab}" || basename "$(dirname "$directory")"
    done
}

# Whether process group $1 has a member that is not a zombie: a child may outlive the process that was started.
group_alive() {
    kill -s 0 -- "-$1" 2>/dev/null || return 1
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

# Whether the job, in this directory, has not been begun again by revive more than $1 times; an empty $1 is as often as it was.
of_run() {
    { read -r revived <.jfab/revived; } 2>/dev/null || revived=0
    [ "$revived" -le "${1:-$revived}" ]
}

# Whether the supervisor of process $1 is there; its process number is 'supervisor' then.
supervised() {
    { read -r supervisor start boot <".jfab/$1.supervisor"; } 2>/dev/null && [ "$boot" = "$booted" ] || return 1
    look "$supervisor"
    [ -n "$began" ] && [ "$began" = "$start" ]
}

# end_job JOB SECONDS [WHY [RUN]]: ends the job's process groups: TERM, up to SECONDS of grace, KILL. Trainers end before the servers
# that they talk to, on all hosts: this prints 'trainers ended' and goes on when standard input ends. Then 'strayed COUNT' where there
# are some, and a line per process.
# What another host says of the job decides neither how long that takes here nor how long this waits. Nothing is done where RUN is given,
# and the job has begun again since: who does not know that means processes that are gone.
end_job() {
    enter "$1" killed
    of_run "${4:-}" || exit 0
    grace "$2"
    # On a full disk it stays empty, which says enough.
    { echo "$grace ${3:-by kill}" >.jfab/stopping; } 2>/dev/null
    end_role trainer "$grace"
    echo 'trainers ended'
    timeout "$((grace + 10))" cat >/dev/null
    end_role pserver "$grace"
    end_strayed "$grace"
    disarm .
    states
}

# The processes of this account that have the job's directory in their environment, as 'strayed', but for this request's own. What has
# another account's rights from its file, as su, was begun by whom its status names first.
find_strayed() {
    strayed=
    read -r stat <"/proc/$$/stat"
    set -- ${stat##*) }
    session=$4
    for process in $(grep -lszxF "JFAB_JOB_DIRECTORY=$(pwd -P)" /proc/[0-9]*/environ 2>/dev/null); do
        process=${process%/environ}
        # Hosts that see each other's processes, as containers may, have directories of the same name.
        of=$(grep -sz ^JFAB_JOB_PROCESS= "$process/environ" | tr -d "\0")
        [ -z "$of" ] || [ -e ".jfab/${of#*=}.supervisor" ] || continue
        { read -r stat <"$process/stat"; } 2>/dev/null || continue
        set -- ${stat##*) }
        [ "${4-}" = "$session" ] || ! grep -qs "^Uid:[[:blank:]]*$(id -u)[[:blank:]]" "$process/status" ||
            strayed="$strayed ${process#/proc/}"
    done
}

# Ends what the job's processes have started and put into other sessions: TERM, up to $1 seconds of grace, KILL until
# they are gone, for two seconds; prints 'strayed COUNT'.
end_strayed() {
    find_strayed
    [ -n "$strayed" ] || return 0
    set -- "$1" $strayed
    echo "strayed $(($# - 1))"
    kill -s TERM $strayed 2>/dev/null
    left=$(($1 * 5 + 10))
    while [ -n "$strayed" ] && [ "$left" -gt 0 ]; do
        sleep 0.2
        left=$((left - 1))
        find_strayed
        [ "$left" -gt 10 ] || kill -s KILL $strayed 2>/dev/null
    done
}

end_role() {
    told= supervisors=
    for file in .jfab/"$1"-*.supervisor; do
        name=${file#.jfab/}
        name=${name%.supervisor}
        if ! ended "$name" && supervised "$name"; then
            told="$told $name"
            supervisors="$supervisors $supervisor"
        fi
    done
    # They send TERM, wait, send KILL, and write down how it ended.
    if [ -n "$told" ]; then
        kill -s TERM $supervisors 2>/dev/null
        # One that somebody has stopped would not.
        kill -s CONT $supervisors 2>/dev/null
    fi
    # Counted, not timed: a look at the clock is one more process for each of them.
    left=$((($2 + 3) * 20))
    for name in $told; do
        while ! ended "$name" && supervised "$name" && [ "$left" -gt 0 ]; do
            left=$((left - 1))
            sleep 0.05
        done
    done
    end_unsupervised "$1" "$2"
}

# Ends those whose supervisor is gone, and writes down in its place what happens to them. Checked once: a group keeps its number as
# long as it has a member, and an empty one is signalled no more.
end_unsupervised() {
    groups= orphans=
    for record in .jfab/"$1"-*.process; do
        name=${record#.jfab/}
        name=${name%.process}
        if [ -e "$record" ] && ! ended "$name" && ours "$record"; then
            groups="$groups $group"
            orphans="$orphans $name=$group"
        fi
    done
    [ -n "$groups" ] || return 0
    { read -r asked why <.jfab/stopping && [ -n "$why" ]; } 2>/dev/null || why='by kill'
    for orphan in $orphans; do
        note "${orphan%=*} stopped $why"
    done
    signal_and_wait TERM "$2" $groups
    survivors=
    for group in $groups; do
        ! group_alive "$group" || survivors="$survivors $group "
    done
    signal_and_wait KILL 2 $survivors
    for group in $survivors; do
        group_alive "$group" && fail "process group $group is still there after SIGKILL"
    done
    for orphan in $orphans; do
        name=${orphan%=*} code=143
        # Nobody is left who could wait for its exit code: it is what the signal that was needed makes of one.
        case $survivors in *" ${orphan#*=} "*) code=137 ;; esac
        if ! ended "$name"; then
            note "$name exited $code"
            echo "$code" >".jfab/$name.exit"
        fi
    done
}

# note TEXT: an event of the job, as supervisors write them.
note() {
    echo "$(date +%s.%N) $1" >>.jfab/events
}

# archive JOB: logs, models and what else tells how it went, as a tar archive on standard output; what its processes have written
# elsewhere in its directory is left, and told on standard error: 'left COUNT NAME', one of them.
archive() {
    enter "$1"
    leavings >&2
    for part in metrics .jfab/events .jfab/description.json .jfab/*.environment; do
        [ ! -e "$part" ] || set -- "$@" "$part"
    done
    shift
    if [ -s .jfab/brought ]; then
        find output/. -type f ! -cnewer .jfab/brought | sed 's/[][*?\\]/\\&/g' >.jfab/unchanged
        set -- -X .jfab/unchanged log output/. "$@"
    else
        set -- log output/. "$@"
    fi
    # In a workspace, output is a link to that of the workspace: what it holds is meant.
    code=0
    tar -cf - "$@" || code=$?
    # GNU's word for files that grew while they were read: they are there as they were. Others have 1 for any failure.
    [ "$code" != 1 ] || ! tar --version 2>/dev/null | grep -q 'GNU tar' || code=0
    return "$code"
}

# What the package brought was there, and had its time of change, before the first process was about to begin; nothing where find
# does not know of such times. Checkpoints are jfab's own: what they are for is here.
leavings() {
    oldest=$(ls -tr .jfab/*.run 2>/dev/null | head -n 1)
    [ -n "$oldest" ] || return 0
    checkpoints=$(sed -n "s/^.* JFAB_CHECKPOINT_DIR=['\"]\(.*\)['\"]\$/\1/p" .jfab/*.environment 2>/dev/null | head -n 1)
    find . \( -path ./log -o -path ./output -o -path ./metrics -o -path ./.jfab -o -name __pycache__ \) -prune \
        -o -type f -cnewer "$oldest" -print 2>/dev/null | sort |
        own=$checkpoints awk '
            BEGIN { own = ENVIRON["own"]; sub(/^(\.\/)+/, "", own); sub(/\/*$/, "/", own) }
            { name = substr($0, 3) }
            index(name, own) == 1 && substr(name, length(own) + 1) ~ /^checkpoint_[0-9]+\// { next }
            !count++ { first = name }
            END { if (count) print "left", count, first }'
}
