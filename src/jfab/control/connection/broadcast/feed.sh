# Brings a neighbour the chunks from one number on, each as soon as it is here and proved.
# feed ORDER ADDRESS PORT USER FIRST; known has the neighbour's host key.
umask 077
cd "${0%/*}" && read -r count chunk last <sizes || exit 1
mkfifo "wake.$$" || exit 1
chunks() {
    exec 3<>"wake.$$"
    n=$1
    while [ "$n" -lt "$count" ]; do
        while [ ! -e "c.$n" ]; do
            read -r woken <&3 || exit 1
        done
        cat "c.$n" || exit 1
        n=$((n + 1))
    done
}
chunks "$5" | {
    {
        ssh -F none -T -a -x -i key -p "$3" -l "$4" -o BatchMode=yes -o StrictHostKeyChecking=yes -o UserKnownHostsFile="$PWD/known" \
            -o GlobalKnownHostsFile=/dev/null -o HostKeyAlias=jfab -o CheckHostIP=no -o UpdateHostKeys=no -o IdentitiesOnly=yes \
            -o IdentityAgent=none -o PreferredAuthentications=publickey -o ConnectTimeout=5 -o ConnectionAttempts=1 \
            -o ControlPath=none -o Compression=no -o LogLevel=ERROR -- "$2" "$1 $5" 2>&1 >/dev/null
        echo "$?" >"code.$$"
    } | {
        # The neighbour's words too: they may have no end, and must not become lines of this host, as echo makes them of a backslash.
        head -c 4096 >"told.$$"
        cat >/dev/null
    }
    read -r code <"code.$$"
    said=$(tr -d '\r' <"told.$$" | grep -v '^[[:space:]]*$' | tail -n 1 | tr -d '\\' | cut -c 1-200)
    rm -f "wake.$$" "told.$$" "code.$$"
    printf 'fed %s %s %s\n' "$1" "$code" "$said" 1<>news
    kill -s TERM -- "-$$"
}
