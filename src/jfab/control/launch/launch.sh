# Requests that start a job's processes; node.sh has what they stand on.

# The address under which the other hosts of a job reach this one: that of network interface $1, or, where $1 is empty, the
# one towards host $2, else the one that this connection came to.
address() {
    if [ -n "$1" ]; then
        [ -d "/sys/class/net/$1" ] || fail "there is no network interface '$1'; there are: $(echo $(ls /sys/class/net))"
        command -v ip >/dev/null || fail "$(uname -n) has no ip, which tells the address of network interface '$1'; install iproute2"
        own=$(ip -o addr show dev "$1" 2>/dev/null |
            awk '$3 == "inet" || ($3 == "inet6" && !/scope link/) { sub("/.*", "", $4); print $3, $4 }' |
            sort | head -n 1 | cut -d ' ' -f 2)
        [ -n "$own" ] || fail "network interface '$1' has no address"
    else
        towards=$(getent ahosts "$2" 2>/dev/null | awk 'NR == 1 { print $1 }')
        own=$(ip -o route get "${towards:-none}" 2>/dev/null | sed -n 's/.* src \([^ ]*\).*/\1/p')
        # A host's own name often stands for 127.0.1.1, which no other host can reach.
        case $own in
            '' | 127.* | ::1)
                set -- ${SSH_CONNECTION:-}
                own=${3:-}
                ;;
        esac
        # Inside an allocation nobody has connected; the nodes may not even know each other by name.
        [ -n "$own" ] || own=$(hostname -I 2>/dev/null | cut -d ' ' -f 1)
        [ -n "$own" ] || fail "cannot tell the address of this host; name its network interface: nic 'eth0'"
    fi
    echo "$own"
}

# The local ports that something has or had a moment ago, one on each line.
busy_ports() {
    cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk '
        BEGIN { for (i = 0; i < 16; i++) value[substr("0123456789ABCDEF", i + 1, 1)] = i }
        $4 != "06" && $2 ~ /:/ {
            hex = substr($2, length($2) - 3); port = 0
            for (i = 1; i <= 4; i++) port = port * 16 + value[substr(hex, i, 1)]
            print port
        }'
}

# Whether the reservation of port $1 is of a process that is gone or was never started.
stale() {
    { read -r holder directory <"$ports/$1/job"; } 2>/dev/null || holder='' directory=''
    if [ -n "$directory" ] && [ -e "$directory/.jfab/$holder.process" ]; then
        [ -e "$directory/.jfab/$holder.exit" ] || ! ours "$directory/.jfab/$holder.process"
    elif [ -n "$directory" ] && [ ! -d "$directory" ]; then
        return 0
    else
        # Between the two, a process has this long to start. Looked at once more: by now it may be another's.
        case $old in
            *" ./$1 "*) [ -n "$(find "$ports/$1" -maxdepth 0 -mmin +20 2>/dev/null)" ] ;;
            *) return 1 ;;
        esac
    fi
}

# Reserves port $1 for process $2 of the job in this directory; fails where it is taken.
claim() {
    case $taken in *" $1 "*) return 1 ;; esac
    if [ -d "$ports/$1" ] || ! mkdir "$ports/$1" 2>/dev/null; then
        stale "$1" || return 1
        # Moved aside, so that of two who find it stale one gets it.
        mv "$ports/$1" "$ports/.stale.$1.$$" 2>/dev/null || return 1
        rm -rf "$ports/.stale.$1.$$"
        mkdir "$ports/$1" 2>/dev/null || return 1
    fi
    echo "$2 $PWD" >"$ports/$1/job"
}

# reserve JOB NIC PEER FIRST [NAME=COUNT...]: prints this host's address, which machine it is, and for each process the first
# of COUNT ports that are free and reserved for it until it ends; FIRST is tried first.
reserve() {
    enter "$1"
    own=$(address "$2" "$3") || exit 1
    echo "address $own"
    # Two hosts may be addresses of one machine, which has every port once.
    echo "machine $booted.$(network)"
    shift 3
    give "$@"
}

# exchange JOB FIRST [NAME=COUNT...]: as reserve, in place of the ports that these processes have been given before.
exchange() {
    enter "$1"
    shift
    find_ports
    for wanted in "$@"; do
        grep -lxsF "${wanted%%=*} $PWD" "$ports"/*/job | while read -r held; do
            rm -rf "${held%/job}"
        done
    done
    give "$@"
}

# The number of the network stack that requests see: containers on one machine may have one each.
network() {
    readlink /proc/self/ns/net | tr -dc 0-9
}

# Each user has reservations of their own: a folder for all could be prepared by anyone. What other users' processes listen on
# is not free either, so that only jobs which two users start within the same seconds can be given the same port.
find_ports() {
    # Its account's home, whatever HOME a command is given: all jobs of a user see each other's.
    account=$(getent passwd "$(id -u)" 2>/dev/null | cut -d : -f 6)
    [ -n "$account" ] && [ -w "$account" ] || account=$HOME
    private "ports.$(uname -n).$(network)" "$account"
    ports=$private
    # Containers have come and gone.
    find "${ports%/*}" -maxdepth 1 -name 'ports.*' -mtime +30 -exec rm -rf {} + 2>/dev/null
}

# give FIRST [NAME=COUNT...]
give() {
    first=$1 port=$1
    shift
    find_ports
    taken=" $(echo $(busy_ports)) "
    # Asked once, not for each of the ports that other jobs have.
    old=" $(cd "$ports" && echo $(find . -maxdepth 1 -mmin +20 2>/dev/null)) "
    for wanted in "$@"; do
        count=${wanted#*=} had=0
        while [ "$had" -lt "$count" ]; do
            [ $((port + count)) -le 65536 ] || fail "no $count free ports in a row from $first to 65535"
            if claim "$((port + had))" "${wanted%%=*}"; then
                had=$((had + 1))
            else
                while [ "$had" -gt 0 ]; do
                    had=$((had - 1))
                    rm -rf "$ports/$((port + had))"
                    port=$((port + 1))
                done
                port=$((port + 1))
            fi
        done
        echo "${wanted%%=*} $port"
        port=$((port + count))
    done
}

# adopt JOB WORKSPACE CHECKPOINTS: the job works in a directory that is here already, unless another one does that runs; prints its path
# and the job's, and then what was there before: 'earlier JOB', the last that worked there, 'output COUNT NAME' with one of its files,
# 'checkpoints NAME' with the newest in directory CHECKPOINTS, which may be empty for none. Logs that lie there are kept.
adopt() {
    [ -d "$2" ] || fail "there is no workspace $2"
    guard "$1"
    work=$(cd "$2" && pwd) && job=$(cd "$1" && pwd) || fail "cannot enter $2"
    worker=$(working "${job%/*}" "$work")
    [ -z "$worker" ] || fail "$worker works in $work and still runs; jfab kill $worker ends it, or name another --job-workspace"
    earlier=$(readlink "$work/log") && earlier=${earlier%/log}
    case ${earlier##*/} in JOB[0-9]*) earlier=${earlier##*/} ;; *) earlier= ;; esac
    # What is there is not what the job has made.
    { (cd "$work" && find output/. -type f 2>/dev/null) | sed 's|/\./|/|' | sort >"$job/.jfab/brought"; } 2>/dev/null || unwritten "$job"
    # What other jobs left is a link to the logs that they still have.
    if [ -L "$work/log" ]; then
        rm "$work/log"
    elif [ -e "$work/log" ]; then
        mv "$work/log" "$work/log.$(date +%Y%m%d%H%M%S)"
    fi
    ln -s "$job/log" "$work/log" && cp "$job/nodefile" "$work/.nodefile.$$" && mv "$work/.nodefile.$$" "$work/nodefile" &&
        mkdir -p "$work/output" && rmdir "$job/output" && ln -s "$work/output" "$job/output" || unwritten "$work"
    echo "$work"
    echo "$job"
    [ -z "$earlier" ] || echo "earlier $earlier"
    [ ! -s "$job/.jfab/brought" ] || echo "output $(grep -c '' "$job/.jfab/brought") $(head -n 1 "$job/.jfab/brought")"
    kept=$([ -z "$3" ] || { cd "$work" && cd -- "$3" && ls -t | head -n 1; } 2>/dev/null)
    [ -z "$kept" ] || echo "checkpoints $kept"
}

# working ROOT WORKSPACE: a job that works in this workspace and runs, of all root directories that jobs were made in.
working() {
    { echo "$1" && cat "$HOME/.jfab/roots/list" 2>/dev/null; } | while read -r root; do
        for other in "$root"/JOB*; do
            [ -h "$other/output" ] && own "$other" && [ "$other/output" -ef "$2/output" ] && cd "$other" || continue
            for record in .jfab/*.process; do
                name=${record#.jfab/}
                [ ! -e "$record" ] || ! lives "${name%.process}" || { echo "${other##*/}" && exit; }
            done
        done
    done
}

# seed ROOT JOB KEY: standard input names the files of package KEY; those that an earlier job of the same package has here
# are copied from it, so that only what differs has to be sent.
seed() {
    cd "$1" || fail "no directory $1"
    guard "$2"
    { printf '%s\n' "$3" >"$2/.jfab/package" && cat >"$2/.jfab/package.files"; } 2>/dev/null || unwritten "$1/$2"
    earlier=
    for package in JOB*/.jfab/package; do
        own "${package%/.jfab/package}" || continue
        [ "$package" = "$2/.jfab/package" ] || [ "$(cat "$package")" != "$3" ] || earlier=${package%/.jfab/package}
    done
    [ -z "$earlier" ] || tar -cf - -C "$earlier" -T "$2/.jfab/package.files" 2>/dev/null | tar -xpf - -C "$2" || :
}

# Whether something listens on TCP port $1.
listens() {
    cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
        awk -v port=":$(printf %04X "$1")" '$4 == "0A" && substr($2, length($2) - 4) == port { found = 1 } END { exit !found }'
}

# launch JOB SECONDS [NAME=READY...]: standard input is the job's description and how its processes run, each line of a
# file behind '|', the file's name behind '>' before them. Starts the processes and waits until they are ready: READY is
# 'now', 'port:N' for one that listens there, or the begin of a line of its log. Prints 'died NAME' or 'late NAME' and
# gives up where one is not.
launch() {
    enter "$1"
    cd .jfab || fail "no job directory $1"
    LC_ALL=C awk '/^>/ { if (file) close(file); file = substr($0, 2); next } { print substr($0, 2) >file }' 2>/dev/null ||
        unwritten "$1"
    # Whole, or not there: others read it at any time.
    [ ! -e description.new ] || mv description.new description.json || unwritten "$1"
    cd .. || exit 1
    end=$(($(date +%s) + $2))
    shift 2
    names=
    for wanted in "$@"; do
        names="$names ${wanted%%=*}"
    done
    begun $names
    for wanted in "$@"; do
        name=${wanted%%=*} sign=${wanted#*=}
        while ! ready_by "$sign" "$name"; do
            # Whoever restarts it may still do so, and leaves an exit code when not.
            if [ -e ".jfab/$name.exit" ] || ! supervised "$name"; then
                echo "died $name"
                exit 0
            fi
            if [ "$(date +%s)" -ge "$end" ]; then
                echo "late $name"
                exit 0
            fi
            sleep 0.05
        done
    done
}

ready_by() {
    case $1 in
        now) return 0 ;;
        port:*) listens "${1#port:}" ;;
        *) grep -q "^$1" "$(field ".jfab/$2.process" log)" ;;
    esac
}

