# Stays with one process of a job: sh .jfab/supervise NAME, in the job's directory, in a session of its own.
#
# It runs .jfab/NAME.run, whose first lines are rules: '#: log FILE', '#: restarts N' after failures, '#: pause SECONDS'
# before the first of them, which grows unless the process has run for '#: steady SECONDS' (60), '#: limit SECONDS' for all
# of it (0: none), '#: grace SECONDS' after SIGTERM, '#: together 1' where its failure ends the job's other processes on
# this host, '#: survived 1' where the others go on without it and the job may end well, '#: command TEXT', '#: processes N' of the job that share this host, '#: attempts here' where all trainers of
# the job are on this host and begin again with it, or 'everywhere' where some are on others: within '#: patience SECONDS'
# (20) somebody may tell all hosts to; '#: hopeless CODE' after which it is not started again; '#: room SECONDS' (600) in which a full disk may get room for another start;
# '#: after SECONDS' (300) that on-end may take when the job is over.
# The number of their attempt stands in .jfab/attempt, with why there is one; those that failed by themselves in .jfab/failed.
# What happens goes to .jfab/events, how it ended in the end to .jfab/NAME.exit, even on a disk that is full.
set -u
umask 077
name=$1
log=log/$name.log restarts=0 pause=1 steady=60 limit=0 grace=3 together=0 survived=0 attempts=own hopeless=0 patience=20 room=600 after=300 processes=0 command="sh .jfab/$name.run"
while read -r mark key value && [ "$mark" = '#:' ]; do
    case $key in
        log) log=$value ;;
        restarts) restarts=$value ;;
        pause) pause=$value ;;
        steady) steady=$value ;;
        limit) limit=$value ;;
        grace) grace=$value ;;
        together) together=$value ;;
        survived) survived=$value ;;
        command) command=$value ;;
        attempts) attempts=$value ;;
        hopeless) hopeless=$value ;;
        patience) patience=$value ;;
        room) room=$value ;;
        after) after=$value ;;
        processes) processes=$value ;;
    esac
done <".jfab/$name.run"

# start_of PID: its start time as 'began', empty when it is gone. This and what follows starts no process that the shell can
# do without: on a host with many ranks, all of them start and end at the same time.
start_of() {
    began=''
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
    # A command name may hold blanks and parentheses.
    set -- ${stat##*) }
    began=${20}
}

read -r boot </proc/sys/kernel/random/boot_id
start_of $$
own_start=$began directory=$(pwd -P)
# It has no line end, which read answers with 1.
read -r JFAB_JOB_TOKEN <.jfab/token || :
export JFAB_JOB_TOKEN

# Each of several processes would start a thread per processor core, as OpenMP does, and all wait for each other.
if [ -z "${OMP_NUM_THREADS:-}" ] && [ "$processes" -gt 0 ]; then
    threads=0
    while read -r key value; do
        [ "$key" = Cpus_allowed_list: ] || continue
        IFS=,
        for range in $value; do
            threads=$((threads + ${range#*-} - ${range%-*} + 1))
        done
        unset IFS
    done </proc/self/status
    threads=$((threads / processes))
    export OMP_NUM_THREADS="$((threads > 0 ? threads : 1))"
fi
group='' timer='' stopped='' finished='' interrupted='' retired='' hastened='' runs='' restarted=0 code=143

event() {
    echo "$(date +%s.%N) $name $*" >>.jfab/events
}

# ring SECONDS: sends ALRM to this shell after that time, in place of what was to ring before. It may be gone by then.
ring() {
    silence
    setsid sh -c 'sleep "$1" && read -r stat <"/proc/$2/stat" && set -- "$2" "$3" ${stat##*) } && [ "${22}" = "$2" ] &&
        kill -s ALRM "$1"' jfab "$1" $$ "$own_start" &
    timer=$!
}

silence() {
    [ -z "$timer" ] || signal TERM "$timer"
    timer=''
}

# signal NAME LEADER: to all of a process group, or to its leader where that has not made the group yet.
signal() {
    kill -s "$1" -- "-$2" 2>/dev/null || kill -s "$1" "$2" 2>/dev/null
}

# Begins to end the process: TERM now, KILL when the grace is over. One that has ended by itself was not stopped.
stop() {
    [ -z "$stopped$finished" ] || return 0
    stopped=$1
    event "stopped $stopped"
    hasten
}

hasten() {
    if [ -n "$group" ]; then
        hastened=1
        signal TERM "$group"
        ring "$grace"
    fi
}

told() {
    interrupted=1 why='by a signal'
    if [ -e .jfab/stopping ]; then
        # On a full disk it is empty: those that fail write theirs whole or not at all.
        { read -r asked why <.jfab/stopping && [ -n "$why" ]; } && grace=$asked || why='by kill'
    fi
    stop "$why"
}

rang() {
    interrupted=1
    if [ -z "$stopped$hastened" ]; then
        # What rang for a grace may come when that is over: that of a process that has ended and begins again.
        [ "$limit" != 0 ] && [ "$(($(date +%s) - first))" -ge "$limit" ] || return 0
        timer=''
        stop 'by its time limit'
    elif [ -n "$group" ]; then
        timer=''
        signal KILL "$group"
    fi
}

# Whether the trainers of the job have come to another attempt, which is 'next' then, and 'why'.
newer() {
    { read -r told why <.jfab/attempt; } 2>/dev/null && [ "$told" -gt "$restarted" ] && [ "$told" -le "$restarts" ] &&
        next=$told
}

# Another attempt has begun: this one's process ends, and begins again.
retire() {
    interrupted=1
    [ -z "$stopped$finished$retired" ] && newer || return 0
    retired=1
    if [ -n "$runs" ]; then
        event "stopped $why"
        hasten
    fi
}

# Its trainers on this host begin again with this one, unless another one has seen to that.
lead() {
    ! newer || return 0
    next=$((restarted + 1))
    echo "$next by the failure of $name" >".jfab/$name.attempt" && mv ".jfab/$name.attempt" .jfab/attempt
    tell_others USR1 .jfab/trainer-*.supervisor
}

# Whether a trainer of this host has ended for good: it would not be there when the others meet again.
one_is_done() {
    for file in .jfab/trainer-*.exit; do
        [ ! -e "$file" ] || return 0
    done
    return 1
}

# Whether the group has a member that is not a zombie.
alive() {
    kill -s 0 -- "-$1" 2>/dev/null || return 1
    cat /proc/[0-9]*/stat 2>/dev/null | sed -n 's/^.*) //p' |
        awk -v group="$1" '$1 != "Z" && $3 == group { found = 1 } END { exit !found }'
}

# Children that the process leaves hold its ports and its GPUs, and would hinder the next one.
end_children() {
    kill -s 0 -- "-$group" 2>/dev/null || return 0
    # Whoever got the same signal is about to end as well, and to look who is alive means to read of all processes.
    sleep 0.05
    alive "$group" || return 0
    echo "jfab: $name has ended and left processes behind; ending them" >>"$log"
    [ -n "$stopped" ] || signal TERM "$group"
    left=$((grace * 10 + 20))
    while [ "$left" -gt 0 ] && alive "$group"; do
        sleep 0.1
        left=$((left - 1))
        [ "$left" -gt 20 ] || signal KILL "$group"
    done
}

# The processes that this one has put into sessions of their own, as 'strayed'. What has another account's rights from its file, as su,
# was begun by whom its status names first.
find_strayed() {
    strayed=''
    for process in $(grep -lszxF "JFAB_JOB_DIRECTORY=$directory" /proc/[0-9]*/environ 2>/dev/null); do
        process=${process%/environ}
        ! grep -qszxF "JFAB_JOB_PROCESS=$name" "$process/environ" || ! grep -qs "^Uid:[[:blank:]]*$account[[:blank:]]" "$process/status" ||
            strayed="$strayed ${process#/proc/}"
    done
}

# They hold what children would, and there would be more of them with each attempt. Where somebody ends the whole job, 'end_job' ends
# them, and says how many.
end_strayed() {
    case $stopped in '' | 'by a signal' | 'by its time limit' | 'by the failure of '* | 'by the end of its allocation') ;; *) return 0 ;; esac
    account=$(id -u)
    find_strayed
    [ -n "$strayed" ] || return 0
    set -- $strayed
    echo "jfab: $name has left processes in sessions of their own: $#; ending them" >>"$log"
    kill -s TERM $strayed 2>/dev/null
    left=$((grace * 5 + 10))
    while [ -n "$strayed" ] && [ "$left" -gt 0 ]; do
        sleep 0.2
        left=$((left - 1))
        find_strayed
        [ -z "$strayed" ] || { [ "$left" -gt 10 ] && [ -z "$stopped" ]; } || kill -s KILL $strayed 2>/dev/null
    done
}

# stand WORD: what it waits for, where its exit code will stand: there is room for four letters, whatever else there is.
stand() {
    printf '%s' "$1" 1<>".jfab/$name.ending"
}

run_once() {
    # Its record gets its room before there is a process: on a full disk, nobody would find one that has none.
    left=$room
    until printf "%$((${#command} * 4 + 400))s\n" '' 2>/dev/null >".jfab/$name.process.new"; do
        rm -f ".jfab/$name.process.new"
        [ -e ".jfab/$name.process" ] || exit 1
        # Where it has run before, somebody will make room.
        stand room
        [ -z "$stopped" ] && [ "$left" -gt 0 ] || break
        left=$((left - 1))
        sleep 1 &
        wait $!
    done
    stand '    '
    if [ -n "$stopped" ] || [ ! -e ".jfab/$name.process.new" ]; then
        # Not even in room that its end, or that of others, has made.
        rm -f ".jfab/$name.process.new"
        finished=1
        return
    fi
    export JFAB_ATTEMPT="$restarted" JFAB_GRACE="$grace"
    # By these, who ends the job, or starts the process again, knows what it has put into sessions of their own.
    JFAB_JOB_DIRECTORY="$directory" JFAB_JOB_PROCESS="$name" setsid sh ".jfab/$name.run" >>"$log" 2>&1 </dev/null &
    group=$!
    start_of "$group"
    # Whole, or not there.
    {
        echo "pid $group"
        echo "start $began"
        echo "group $group"
        echo "group-start $began"
        echo "boot $boot"
        echo "log $log"
        echo "command $command"
        echo "restarts $restarted"
    } 1<>".jfab/$name.process.new" && mv ".jfab/$name.process.new" ".jfab/$name.process"
    event "started $group"
    runs=1
    # Whoever was told to end while it started was so after its start, for those who read the events.
    [ -z "$stopped$retired" ] || { event "stopped ${stopped:-$why}" && hasten; }
    code='' interrupted=1
    # A signal to this shell ends the waiting as well. 127: what was waited for has told its code before.
    while [ -n "$interrupted" ]; do
        interrupted=''
        wait "$group"
        answer=$?
        [ "$answer" = 127 ] && [ -n "$code" ] || code=$answer
    done
    runs=''
    event "exited $code"
    again || finished=1
    end_children
    end_strayed
    group=''
    if [ -n "$hastened" ]; then
        hastened=''
        # What begins now may be told to end before it is by itself, and would stay.
        [ -n "$finished" ] || ring_limit
    fi
}

# Rings when the time of all attempts is up.
ring_limit() {
    silence
    [ "$limit" = 0 ] || { left=$((first + limit - $(date +%s))) && ring "$((left > 0 ? left : 1))"; }
}

# Whether it runs again: after a failure, its own or that of another trainer of its attempt; never after it was told to end or its
# time was up, nor where the shell says that its program is not there (127) or cannot be run (126).
again() {
    [ -z "$stopped$finished" ] || return 1
    [ "$attempts" = own ] || ! newer || retired=1
    [ -z "$retired" ] || return 0
    [ "$code" != 0 ] && [ "$code" != "$hopeless" ] && [ "$code" != 127 ] && [ "$code" != 126 ] && [ "$restarted" -lt "$restarts" ] && { [ "$attempts" = own ] || ! one_is_done; }
}

# Until the next attempt of the job begins: whoever follows it tells all hosts so. Where nobody does, each host begins it by itself,
# when it misses the others.
await_attempt() {
    left=$patience
    while [ -z "$stopped" ] && [ "$left" -gt 0 ] && ! newer; do
        sleep 1 &
        wait $!
        left=$((left - 1))
    done
    [ -n "$stopped" ] || lead
}

# Others would wait for it for ever where nobody follows the job. Whoever begins after this finds 'stopping'.
end_others() {
    [ ! -e .jfab/stopping ] || return 0
    echo "$grace by the failure of $name" >".jfab/$name.stopping" && mv ".jfab/$name.stopping" .jfab/stopping
    tell_others TERM .jfab/*.supervisor
}

# tell_others SIGNAL FILE...: to those whose supervisors these files name, but this one.
tell_others() {
    telling=$1 others=''
    shift
    for file in "$@"; do
        { read -r other other_start other_boot <"$file"; } 2>/dev/null || continue
        [ "$other" != $$ ] && [ "$other_boot" = "$boot" ] || continue
        start_of "$other"
        [ -z "$began" ] || [ "$began" != "$other_start" ] || others="$others $other"
    done
    [ -z "$others" ] || kill -s "$telling" $others 2>/dev/null
}

# Runs .jfab/on-end, once for each life of the job, where trainer 0 is: with how all of its processes here have ended, and which one
# failed first. What was before '.jfab/on-end.from' lines of events was of an earlier life.
tell_end() {
    mkdir .jfab/on-end.begun 2>/dev/null || return 0
    bad=' ' from=0
    [ ! -e .jfab/on-end.from ] || read -r from <.jfab/on-end.from
    for file in .jfab/*.exit; do
        read -r ended <"$file" || :
        member=${file#.jfab/}
        [ "$ended" = 0 ] || bad="$bad${member%.exit} "
    done
    # Prints the name and the code of the first that failed by itself, and whether it ended so at last; of what a process has outlived
    # by a minute nothing is said. With 'told' alone, a trainer was ended by somebody. How servers end when the trainers here have ended
    # well says nothing against the training.
    set -- $(awk -v from="$from" -v bad="$bad" -v steady="$steady" '
        NR <= from { next }
        $3 == "started" { told[$2] = 0; since[$2] = $1 }
        $3 == "stopped" {
            told[$2] = 1
            why = $0
            sub(/^[^ ]* [^ ]* stopped /, "", why)
            somebody[$2] = why !~ /^by (the failure |its time limit|the end )/
            if (somebody[$2]) asked = 1
        }
        # Who misses one that somebody had end, and ends by that, was told as well.
        $3 == "exited" && $4 == 3 && asked { told[$2] = 1 }
        $3 == "exited" { last[$2] = $4 }
        $3 == "survived" { survived[$2] = 1 }
        $3 == "exited" && !told[$2] {
            if ($1 - since[$2] >= steady) delete code[$2]
            if ($4 != 0 && !($2 in code)) { code[$2] = $4; at[$2] = NR }
        }
        END {
            trained = 1
            for (name in last) if (name ~ /^trainer-/) {
                if (!told[name] && !index(bad, " " name " ")) well = 1
                else if (!survived[name]) trained = 0
            }
            if (!well) trained = 0
            for (name in code) if (index(bad, " " name " ") && (first == "" || at[name] < at[first])) first = name
            # Who ended all that still ran was no failure that a restart had mended before.
            for (name in told) if (told[name] && somebody[name]) killed = 1
            for (name in last) if (index(bad, " " name " ") && !told[name]) killed = 0
            if (trained) print "trained"
            else if (killed) print "killed"
            else if (first == "") print "told"
            else print first, code[first], code[first] == last[first] ? "last" : "earlier"
        }' .jfab/events)
    result=ended ended=0 cause=''
    case ${1:-told} in
        trained) ;;
        killed)
            cause=$(tail -n "+$((from + 1))" .jfab/events | sed -n 's/.* stopped //p' |
                grep -v '^by the failure \|^by its time limit\|^by the end ' | tail -n 1)
            result=killed ended=143
            ;;
        told)
            cause=$(tail -n "+$((from + 1))" .jfab/events | sed -n 's/.* stopped //p' | head -n 1)
            result=killed ended=143
            case $cause in
                'by the failure '*) result=failed ;;
                'by its time limit')
                    set -- $(awk -v from="$from" '
                        NR > from && / stopped by its time limit$/ { limited[$2] = 1 }
                        NR > from && $3 == "exited" && limited[$2] { print $2, ($4 == 0 ? 1 : $4); exit }' .jfab/events)
                    result=failed ended=${2:-143} cause="${1:-it} was stopped $cause"
                    ;;
            esac
            ;;
        *)
            result=failed ended=$2 cause="$1 exited with $2"
            # Signals have numbers up to 64.
            if [ "$2" -gt 128 ] && [ "$2" -le 192 ]; then
                cause="$1 was killed by signal $(($2 - 128))"
            elif [ "$3" = last ]; then
                text=$(tail -c 4000 "$(sed -n 's/^log //p' ".jfab/$1.process")" |
                    grep -v "^jfab: $1 \|^[[:space:]]*$" | tail -n 1 | tr -d '\000-\037\177' | cut -c 1-500)
                cause="$cause${text:+: $text}"
            fi
            ;;
    esac
    unset JFAB_JOB_TOKEN
    export JFAB_JOB="${PWD##*/}" JFAB_RESULT="$result" JFAB_EXIT_CODE="$ended" JFAB_CAUSE="$cause"
    setsid timeout -k 5 "$after" sh .jfab/on-end >>log/on_end.log 2>&1 </dev/null ||
        echo "jfab: onEnd exited with $?" >>log/on_end.log
}

trap 'interrupted=1' HUP INT
trap told TERM
trap rang ALRM
trap retire USR1
# Whoever ends the job leaves 'stopping' first and looks for supervisors then: one of both sees the other.
{ echo "$$ $own_start $boot" >".jfab/$name.supervisor.new" && mv ".jfab/$name.supervisor.new" ".jfab/$name.supervisor" &&
    # Room for the exit code, taken while there is some.
    echo '    ' >".jfab/$name.ending"; } 2>/dev/null || exit 1
if [ -e .jfab/stopping ]; then
    told
else
    first=$(date +%s) first_pause=$pause
    since=$first
    ring_limit
    # One that begins when others of its job have begun again is of their attempt.
    [ "$attempts" = own ] || ! newer || restarted=$next
    run_once
    while again; do
        # One that has run for a while has not failed because it was started too soon.
        [ "$(($(date +%s) - since))" -lt "$steady" ] || pause=$first_pause
        if [ -n "$retired" ]; then
            retired='' late=''
        else
            next=$((restarted + 1)) late=''
            [ "$attempts" != everywhere ] || late=", or in $((pause + patience)) s where no cluster-train follows the job"
            [ "$attempts" = own ] || echo "$restarted $name $code" >>.jfab/failed
            [ "$attempts" != here ] || lead
        fi
        event "restarting $next"
        echo "jfab: $name exited with $code; starting it again in $pause s$late ($next of $restarts)" >>"$log"
        sleep "$pause" &
        sleeper=$! interrupted=1
        while [ -n "$interrupted" ] && [ -z "$stopped" ]; do
            interrupted=''
            wait "$sleeper"
        done
        pause=$((pause < 30 ? pause * 2 : 60))
        [ "$attempts" != everywhere ] || await_attempt
        [ -z "$stopped" ] || break
        retired='' restarted=$next since=$(date +%s)
        run_once
    done
fi
silence
[ "$survived" = 0 ] || [ "$code" = 0 ] || [ -n "$stopped" ] || event 'survived by JFAB_ON_FAILURE=continue'
# With no room for a new file, the old one is written over.
echo "$code" 2>/dev/null >".jfab/$name.exit.new" && mv ".jfab/$name.exit.new" ".jfab/$name.exit" ||
    { printf '%-3s\n' "$code" 1<>".jfab/$name.ending" && mv ".jfab/$name.ending" ".jfab/$name.exit"; }
rm -f ".jfab/$name.ending" ".jfab/$name.exit.new"
# What the processes know each other by goes with the last of them here; one that is still to be started has no exit code either, or that
# of before where the job is begun again.
others=''
[ ! -d .jfab/reviving ] || others=1
for run in .jfab/*.run; do
    [ -e "${run%.run}.exit" ] || others=1
done
[ -n "$others" ] || rm -f .jfab/token .jfab/tls.pem
[ -n "$others" ] || [ ! -e .jfab/on-end ] || tell_end
[ "$together" = 0 ] || [ "$code" = 0 ] || [ -n "$stopped" ] || end_others
