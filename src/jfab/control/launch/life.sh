# Requests about jobs that have been started; node.sh has what they stand on.

# survey ROOT [JOB [DESCRIBED]]: what this host knows of its jobs, or of one. Lines: 'job ID'; 'event TIME NAME WHAT...';
# 'process RESTARTS NAME PID STATE', for one job with 'quiet NAME SECONDS' since its log or metrics grew, and 'description JSON'
# where that is asked for, else with 'told SHA256' of that, and 'arriving' as long as its processes may be on their way here; last 'clock TIME'.
survey() {
    if cd "$1" 2>/dev/null; then
        for job in ${2:-JOB*}; do
            [ -d "$job/.jfab" ] && own "$job" || continue
            (
                # It may be gone by now.
                cd "$job" || exit 0
                check_records ''
                echo "job $job"
                history "${2:-}"
                exit 0
            ) || exit 1
        done
        if [ -n "${2:-}" ] && own "$2" && [ -e "$2/.jfab/description.json" ]; then
            if [ -n "${3:-}" ]; then
                sed 's/^/description /' "$2/.jfab/description.json"
            else
                sha256sum "$2/.jfab/description.json" | sed 's/^/told /; s/ [^ ]*$//; s/ *$//'
            fi
        fi
    fi
    echo "clock $(date +%s.%N)"
}

history() {
    [ ! -e .jfab/events ] || sed 's/^/event /' .jfab/events
    [ -z "$1" ] || xids event
    [ -z "$1" ] || arriving
    # Of all files at once: of many ranks, a process for each would take seconds.
    [ -z "$1" ] || now=$(date +%s) times="
$(stat -c '%n %Y' log/*.log metrics/*/metrics.jsonl 2>/dev/null)
"
    for record in .jfab/*.process; do
        [ -e "$record" ] || continue
        recall "$record"
        printf 'process %s ' "$restarts"
        state "$record"
        [ -z "$1" ] || ended "$name" || quiet
    done
}

# Says so where no process of the job has begun here, and something has come for it, or of an engine, in the last 13 minutes: an engine
# goes to many hosts over one line, and who brings it gives no other sign of life.
arriving() {
    for record in .jfab/*.process; do
        [ ! -e "$record" ] || return 0
    done
    [ -z "$(find . "$HOME"/.jfab/cache/.incoming.* "$HOME/.jfab/cast" -cmin -13 2>/dev/null | head -n 1)" ] || echo arriving
}

quiet() {
    newest=0
    for file in "$log" "metrics/$name/metrics.jsonl"; do
        time=${times#*"
$file "}
        [ "$time" != "$times" ] || continue
        time=${time%%"
"*}
        [ "$time" -le "$newest" ] || newest=$time
    done
    echo "quiet $name $((now - newest))"
}

# flow JOB FOLLOW LATE RUN (NAME FROM)...: what the logs of these processes have from byte FROM on, in blocks: a line 'NAME COUNT', then
# COUNT bytes; and a line '! NAME PID STATE' when one has ended for good. FROM may be -N for the last N lines, which a line
# '= NAME OFFSET' answers; a line '? ATTEMPT NAME CODE' for each trainer that failed and waits for the job's next attempt; and a line
# '% NAME' for one that waits for room on a full disk, as long as it does. With FOLLOW it goes on until all have ended; '- 0' now and then
# finds out whether somebody still listens, and where FOLLOW is 'signs', who listens sends a line now and then. Those that have not
# begun have LATE seconds for that, unless the job is ended before; what they write is told from its begin, which a line '= NAME 0'
# says, and '! NAME 0 lost' says who did not come. Where RUN is given, nothing more is told once the job has begun again since.
flow() {
    enter "$1"
    follow=$2 numbers= count=0 rounds=0 failures=0 missing=
    awake
    late=$((now + $3)) followed=$4
    shift 4
    while [ $# -gt 0 ]; do
        if [ -e ".jfab/$1.process" ]; then
            flow_from "$1" "$2"
        else
            missing="$missing $1"
        fi
        shift 2
    done
    over=
    [ "$follow" != signs ] || heed
    while :; do
        [ "$follow" != signs ] || heeded
        of_run "$followed" || break
        going= ends=
        [ -z "$missing" ] || flow_missing
        [ ! -e .jfab/failed ] || tell_failures
        for number in $numbers; do
            case "$over " in *" $number "*) continue ;; esac
            eval "name=\$name_$number"
            # The exit code shows at once; to look for its supervisor takes longer.
            if ended "$name" || { [ $((rounds % 25)) = 0 ] && ! lives "$name"; }; then
                ends="$ends $number"
            else
                going=$follow
                [ $((rounds % 25)) = 0 ] && waits "$name" && echo "% $name"
            fi
        done
        # The sizes come after the look at who lives: all that an ended process wrote is seen before its end is told.
        more=
        flow_on
        # Who has heard of the last end goes.
        [ -n "$going$more" ] || trap '' HUP
        if [ -z "$more" ]; then
            over="$over$ends"
            for number in $ends; do
                eval "name=\$name_$number"
                printf '! '
                state ".jfab/$name.process"
            done
        fi
        [ -n "$going$more" ] || break
        [ $((rounds % 50)) != 0 ] || echo '- 0' || exit 0
        rounds=$((rounds + 1))
        [ -n "$more" ] || sleep 0.2
    done
}

# flow_from NAME FROM: the log of this process is one of those that are told.
flow_from() {
    recall ".jfab/$1.process"
    count=$((count + 1)) from=$2
    case $from in -*) find_lines "${from#-}" && echo "= $1 $from" ;; esac
    numbers="$numbers $count"
    eval "name_$count=\$1 log_$count=\$log offset_$count=\$from"
}

flow_missing() {
    awake
    # Looked at first: of those that began before the job was told to end, none is missed.
    patient= left=
    [ -e .jfab/stopping ] || [ "$now" -ge "$late" ] || patient=1
    for name in $missing; do
        if [ -e ".jfab/$name.process" ]; then
            echo "= $name 0"
            flow_from "$name" 0
        elif [ -n "$patient" ]; then
            left="$left $name" going=$follow
        else
            echo "! $name 0 lost"
        fi
    done
    missing=$left
}

# Ends this shell when its input ends, or has no new line for 40 s: then the other side is gone, though its connection may stay.
heed() {
    unheard=1
    # First: a sign may be there before the next line of this is.
    trap unheard=1 USR1
    trap 'exit 129' HUP
    exec 3<&0
    (
        while read -r _; do
            kill -s USR1 $$
        done
        kill -s HUP $$
    ) <&3 3<&- >/dev/null 2>&1 &
    heeder=$!
    exec 3<&-
    trap 'kill "$heeder" 2>/dev/null' EXIT
}

heeded() {
    awake
    [ -z "$unheard" ] || heard=$now
    unheard=
    [ $((now - heard)) -le 40 ] || exit 130
}

# For how many seconds this host has been running, as 'now': no clock that is set makes it jump.
awake() {
    read -r now _ </proc/uptime
    now=${now%%.*}
}

tell_failures() {
    seen=0
    while read -r failure; do
        seen=$((seen + 1))
        [ "$seen" -le "$failures" ] || echo "? $failure"
    done <.jfab/failed
    failures=$seen
}

# advance JOB ATTEMPT WHY RUN: its trainers here end and begin again, as those of its other hosts do, unless they are that far, or the job
# has begun again since RUN.
advance() {
    enter "$1"
    { read -r attempt rest <.jfab/attempt; } 2>/dev/null || attempt=0
    [ "$2" -gt "$attempt" ] && of_run "$4" || exit 0
    { echo "$2 $3" >.jfab/attempt.new && mv .jfab/attempt.new .jfab/attempt; } 2>/dev/null || unwritten "$1"
    for file in .jfab/trainer-*.supervisor; do
        name=${file#.jfab/}
        name=${name%.supervisor}
        ended "$name" || ! supervised "$name" || kill -s USR1 "$supervisor" 2>/dev/null
    done
}

# The byte where the last $1 lines of the log begin, as 'from'. A log that grows while it is counted is counted again.
find_lines() {
    after=$(wc -c <"$log") size=-1
    for try in 1 2 3 4 5; do
        [ "$size" != "$after" ] || break
        size=$after
        back=$(tail -n "$1" "$log" | wc -c)
        after=$(wc -c <"$log")
    done
    from=$((size > back ? size - back : 0))
}

flow_on() {
    there=
    set --
    for number in $numbers; do
        eval "log=\$log_$number"
        [ ! -e "$log" ] || { there="$there $number" && set -- "$@" "$log"; }
    done
    # For all logs, wc is one process.
    set -- $(wc -c "$@" /dev/null)
    for number in $there; do
        size=$1
        shift 2
        eval "name=\$name_$number log=\$log_$number offset=\$offset_$number"
        length=$((size - offset))
        [ "$length" -gt 0 ] || continue
        [ "$length" -le 1048576 ] || { length=1048576 && more=1; }
        echo "$name $length"
        tail -c "+$((offset + 1))" "$log" | head -c "$length" || exit 1
        eval "offset_$number=$((offset + length))"
    done
}

# last JOB NAME BYTES: the end of a log.
last() {
    enter "$1"
    recall ".jfab/$2.process"
    tail -c "$3" "$log"
}

# revivable JOB SOCKETS: keeps other restarts off a job that has ended, and changes nothing else; exit code 5 and its name when a process
# still runs, 6 and its number when somebody listens where one of SOCKETS would, PORT@ADDRESS or PORT; 7 where another restart does the same, which 'resume' ends, or
# that its time is up.
revivable() {
    enter "$1"
    mkdir .jfab/reviving 2>/dev/null || {
        [ -z "$(find .jfab/reviving -maxdepth 0 -mmin -2)" ] || { echo "$1" && exit 7; }
        touch .jfab/reviving 2>/dev/null || unwritten "$1"
    }
    for record in .jfab/*.process; do
        [ -e "$record" ] || continue
        name=${record#.jfab/}
        name=${name%.process}
        ! lives "$name" || { rmdir .jfab/reviving && echo "$name" && exit 5; }
    done
    for socket in $2; do
        ! listened "$socket" || { rmdir .jfab/reviving && echo "${socket%@*}" && exit 6; }
    done
}

# revive JOB RUN: from here on it is run RUN of the job. How its processes ended stays told until each of them begins again.
revive() {
    enter "$1"
    { echo "$2" >.jfab/revived.new && mv .jfab/revived.new .jfab/revived && note "job revived $2"; } 2>/dev/null || unwritten "$1"
    [ ! -e .jfab/on-end ] || wc -l <.jfab/events >.jfab/on-end.from
    rm -rf .jfab/stopping .jfab/attempt .jfab/failed .jfab/on-end.begun
}

# unrevive JOB: another restart may begin.
unrevive() {
    enter "$1"
    rmdir .jfab/reviving 2>/dev/null || :
}

# Whether a socket listens (state 0A) where $1 would: on its port and its address, which is as the kernel shows it, or on all addresses.
# Without an address it would listen on all.
listened() {
    own=${1#"${1%@*}"}
    cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
        awk -v port="$(printf ':%04X' "${1%@*}")" -v own="${own#@}" '
            $4 != "0A" || substr($2, length($2) - 4) != port { next }
            { at = substr($2, 1, length($2) - 5) }
            # An address of IPv4 may stand in one of IPv6, and all of IPv6 are those of IPv4 too.
            own == "" || at == own || at == "0000000000000000FFFF0000" own || (at ~ /^0+$/ && length(at) >= length(own)) { found = 1 }
            END { exit !found }'
}

# resume JOB SECONDS TEXT NAME...: begins these processes again; each must write a line that begins with TEXT within
# SECONDS, unless TEXT is empty. Exit code 3 and a name: it ended before; 4: it took too long.
resume() {
    enter "$1"
    end=$(($(date +%s) + $2)) text=$3
    shift 3
    for name in "$@"; do
        recall ".jfab/$name.process"
        size=$(wc -c <"$log") || size=0
        eval "before_$(echo "$name" | tr - _)=$size"
        echo "jfab: $name begins again" >>"$log"
    done
    begun "$@"
    # Servers come first: what is begun here is whole with the trainers, if there are any.
    case $1 in
        pserver-*) ls .jfab/trainer-*.run >/dev/null 2>&1 || unrevive . ;;
        *) unrevive . ;;
    esac
    [ -n "$text" ] || return 0
    for name in "$@"; do
        recall ".jfab/$name.process"
        eval "size=\$before_$(echo "$name" | tr - _)"
        until tail -c "+$((size + 1))" "$log" | grep -q "^$text"; do
            lives "$name" || { echo "$name" && exit 3; }
            [ "$(date +%s)" -lt "$end" ] || { echo "$name" && exit 4; }
            sleep 0.05
        done
    done
}

# holdings ROOT: lines 'job ID KILOBYTES SECONDS-SINCE-ITS-LAST-EVENT RUNNING' and 'engine DIGEST KILOBYTES JOB...',
# the jobs that use it.
holdings() {
    now=$(date +%s)
    if [ -d "$1" ]; then
        for directory in "$1"/JOB*; do
            [ -d "$directory/.jfab" ] && own "$directory" || continue
            (
                cd "$directory" && running=0
                for record in .jfab/*.process; do
                    name=${record#.jfab/}
                    [ ! -e "$record" ] || ! lives "${name%.process}" || running=1
                done
                set -- $(du -sk .) "$(date -r .jfab +%s)"
                [ ! -e .jfab/events ] || set -- "$1" . "$(date -r .jfab/events +%s)"
                echo "job ${directory##*/} $1 $((now - $3)) $running"
            )
        done
    fi
    for engine in "$HOME"/.jfab/cache/*; do
        [ -d "$engine" ] || continue
        # One that has come just now may be for a job that is about to start.
        [ $((now - $(date -r "$engine" +%s))) -ge 3600 ] || continue
        ! in_use "${engine##*/}" || continue
        set -- "$1" $(du -sk "$engine")
        echo "engine ${engine##*/} $2" $(users "$1" "${engine##*/}")
    done
}

# remove ROOT JOB: takes the directory of a job away in which nothing runs.
remove() {
    [ -d "$1/$2" ] || exit 0
    enter "$1/$2"
    for record in .jfab/*.process; do
        name=${record#.jfab/}
        [ ! -e "$record" ] || ! lives "${name%.process}" || fail "$2 still runs"
    done
    find_strayed
    [ -z "$strayed" ] || fail "$2 has left processes that go on:$strayed; jfab kill $2 ends them"
    unlink_log .
    # Into a directory that is new: under a name that is known before, another account may have put something.
    cd .. && away=$(mktemp -d ".$2.XXXXXX") || fail "cannot remove $2"
    mv "$2" "$away" || { rmdir "$away"; fail "cannot remove $2"; }
    rm -rf "$away" || fail "cannot remove all of $2; the rest is in $PWD/$away"
    # What one that was cut short has left.
    for away in .JOB*.??????; do
        ! own "$away" || rm -rf "$away"
    done
}

# remove_engine ROOT DIGEST: takes an engine away that no job names and no process runs from.
remove_engine() {
    [ -z "$(users "$1" "$2")" ] && ! in_use "$2" || exit 0
    mv "$HOME/.jfab/cache/$2" "$HOME/.jfab/cache/.removed.$$" && rm -rf "$HOME/.jfab/cache/.removed".* ||
        fail "cannot remove the engine $2"
}
