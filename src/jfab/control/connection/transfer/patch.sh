# Makes a new version of a file beside it: a copy of its base, into which chunks are written that come on standard input, each after a line with its
# number. Ends with 0, and leaves it there, if its SHA-256 is as it should be.
# patch OLD NEW SIZE CHUNK SUM MODE TIME
#   OLD   need not be there, if something else is its base; see base.sh, whose lines come before these
#   SIZE  bytes of the new version
#   CHUNK bytes of each chunk but the last
#   TIME  of the last change, in seconds since 1970; empty for now
old=$1 new=$2 size=$3 chunk=$4 sum=$5 mode=$6 time=$7

umask 077
folder "${new%/*}" && one "${new##*/}" && base "$here/${old##*/}" || exit 1
# Where others could put a pipe in its place, cp would wait for it.
{ [ -O "$here" ] && cp --reflink=always "$base" "$name" 2>/dev/null; } || nowait "$base" "$size" >"$name" || exit 1
while read -r number; do
    dd bs="$chunk" count=1 iflag=fullblock seek="$number" conv=notrunc of="$name" 2>/dev/null || exit 1
done
if [ "$base" != "$here/${old##*/}" ] && [ "$(wc -c <"$name")" -lt "$size" ]; then
    # The connection has broken off once more: this has all that the other one left, and is what the next one goes on from.
    chmod 600 "$name" && out && find "$base" -maxdepth 0 -type f -mmin +1 -exec rm -f {} +
    exit 1
fi
truncate -s "$size" "$name" || exit 1
told=$($sum256 <"$name")
[ "${told%% *}" = "$sum" ] || exit 1
chmod "$mode" "$name" || exit 1
[ -z "$time" ] || touch -d "@$time" "$name" || exit 1
out || exit 1
# What a connection that broke off has left, unless somebody still writes there.
[ "$base" = "$here/${old##*/}" ] || find "$base" -maxdepth 0 -type f -mmin +1 -exec rm -f {} +
find "$here/." ! -name . -prune -name "$left" -type f ! -name "$name" -user "$(id -u)" -ctime +1 -exec rm -f {} +
find "$here/." ! -name . -prune -name "$left.new" -type d -user "$(id -u)" -ctime +1 -exec rm -rf {} +
exit 0
