# A host's part of a broadcast: has content brought by one neighbour and brings it to another, chunk by chunk, as it is told.
# cast ID MEMBER CHUNK SIZE ROOT RECEIVE FEED
#   ID      of the broadcast, the same on all of its hosts; MEMBER of this host in it
#   CHUNK   bytes of a chunk; SIZE of all
#   ROOT    the SHA-256 of the list of digests that standard input begins with, a line for each chunk
#   RECEIVE and FEED are receive.sh and feed.sh
# Then orders are read, a line each, and what happens is printed, a line each.
set -u
umask 077
id=$1 member=$2 chunk=$3 size=$4 root=$5

star() {
    printf 'star %s\n' "$*"
    exit 0
}

# cleared: ends what this broadcast still runs here, and takes its files and its line in authorized_keys away; what stays is told.
cleared() {
    trap '' HUP INT TERM PIPE
    end_feed
    # First, since without the chunks there may be room again for the line's file.
    remove_spool "$spool"
    edit_keys '' "$id" || echo "left 0 $why"
    kill "$telling" 2>/dev/null
}

end_feed() {
    # The second signal is for those that stand still.
    for signal in TERM CONT; do
        [ -z "$feeding" ] || kill -s "$signal" -- "-$feeding" 2>/dev/null || kill -s "$signal" "$feeding" 2>/dev/null
    done
    feeding=''
}

for tool in ssh ssh-keygen flock setsid sha256sum mkfifo dd stat sync; do
    command -v "$tool" >/dev/null || star "it has no $tool"
done
sweep_casts
private cast
own_keys || star "$why"
spool=$private/$id
case $spool in *[!A-Za-z0-9_./@+-]*) star 'the path of its home has characters that mean something to sshd' ;; esac
own=$(id -un)
set -- "$6" "$7" ${SSH_CONNECTION:-}
[ $# -ge 6 ] || star 'it does not say by which address it is reached'
case $5$6$own in *[!A-Za-z0-9_.:-]*) star 'it is reached by an address that counts on one link only' ;; esac
here=$5
for each in $(hostname -I 2>/dev/null); do
    here=$here,$each
done
case $5 in 127.* | ::1) here=$here,127.0.0.1,::1 ;; esac
case $here in *[!0-9a-fA-F.:,]*) here=$5 ;; esac
feeding='' telling=''
# Whole before it has its name: what has that and no lock is a dead one's.
mkdir "$spool.$$" && cd "$spool.$$" && exec 8>alive && flock -n 8 && echo "$member" >member || star 'its home cannot be written'
mv -T "$spool.$$" "$spool" 2>/dev/null || {
    rm -rf "$spool.$$"
    star "shared $(cat "$spool/member")"
}
trap cleared EXIT
# Nobody may read any more what it prints: without a trap of its own, that would end it before it has tidied up.
trap 'exit 1' HUP INT TERM PIPE
count=$(((size + chunk - 1) / chunk))
while [ "$count" -gt 0 ] && read -r digest; do
    echo "$digest"
    count=$((count - 1))
done >digests
echo "$(((size + chunk - 1) / chunk)) $chunk $((size - (size - 1) / chunk * chunk))" >sizes
printf '%s\n' "$1" >receive && printf '%s\n' "$2" >feed && mkfifo news || star 'its home cannot be written'
[ "$(sha256sum <digests)" = "$root  -" ] || star 'its sha256sum does not give the digest of the list that it was sent'
ssh-keygen -q -t ed25519 -N '' -C '' -f key </dev/null >/dev/null 2>&1 || star 'its ssh-keygen makes no key'
read -r type key rest <key.pub
exec 3<>news
cat <news 3>&- 8>&- &
telling=$!
echo "ready $own $5 $6 $here $type $key"
while read -r order number one two three four five six; do
    case $order in
        allow)
            end_all receiver
            rm -f part.*
            # In the time zone of the host, as sshd reads it.
            until=$(unset TZ && date -d "@$(($(date +%s) + 600))" +%Y%m%d%H%M)
            if edit_keys "restrict,from=\"$one\",expiry-time=\"$until\",command=\"/bin/sh $spool/receive $root\" $two $three jfab-cast-$id" "$id"; then
                echo "allowed $number"
            else
                echo "refused $number $why"
            fi
            ;;
        feed)
            end_feed
            echo "jfab $five $six" >known
            setsid /bin/sh "$spool/feed" "$number" "$one" "$two" "$three" "$four" </dev/null >/dev/null 2>&1 3>&- 8>&- &
            feeding=$!
            ;;
        stop) end_feed ;;
        *) break ;;
    esac
done
exit 0
