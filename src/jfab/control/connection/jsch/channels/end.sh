# Ends what a command has left running: sh end.sh PROCESS COMMAND, where the shell of the command is process COMMAND, and PROCESS is
# the same one, or what runs behind sudo there. TERM, and KILL when that is not enough, to the group of PROCESS and, where /proc
# tells who they are, to all of its session, if that is the command's.

# look PID: its parent, group and session, as 'parent', 'peers' and 'session'; all empty where it is gone, or nobody knows.
look() {
    parent='' peers='' session=''
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
    # A command name may hold blanks and parentheses.
    set -- ${stat##*) }
    case ${1-} in Z | X) ;; *) parent=${2-} peers=${3-} session=${4-} ;; esac
}

# The processes of session 'led' that are not in 'group', as 'members': a second TERM would end what a script does at its end.
find_members() {
    members=''
    [ -n "$led" ] || return 0
    for process in /proc/[0-9]*; do
        look "${process#/proc/}"
        [ "$session" != "$led" ] || [ "-$peers" = "$group" ] || [ "${process#/proc/}" = "$group" ] ||
            members="$members ${process#/proc/}"
    done
}

one_is_left() {
    for each in "$group" $members; do
        ! kill -s 0 -- "$each" 2>/dev/null || return 0
    done
    return 1
}

# A server other than sshd may not make the shell the leader of a session, which is the server's then.
look "$1"
led=$session
if [ "$led" != "$2" ]; then
    # On a terminal of its own, sudo has its child lead one.
    look "${led:-0}"
    look "${parent:-0}"
    [ "$session" = "$2" ] || led=''
fi
# Nor the leader of a group: then only the shell itself is signalled.
group=-$1
kill -s 0 -- "$group" 2>/dev/null || group=$1
find_members
kill -s TERM -- "$group" $members 2>/dev/null
tries=0
while [ "$tries" -lt 20 ] && one_is_left; do
    sleep 0.1
    tries=$((tries + 1))
done
find_members
kill -s KILL -- "$group" $members 2>/dev/null
exit 0
