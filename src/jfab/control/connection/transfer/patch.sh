# Makes a new version of a file beside it: a copy of its base, into which chunks are written that come on standard input, each after a line with its
# number. Ends with 0, and leaves it there, if its SHA-256 is as it should be.
# patch OLD NEW SIZE CHUNK SUM MODE TIME
#   OLD   need not be there, if something else is its base; see base.sh, whose lines come before these
#   SIZE  bytes of the new version
#   CHUNK bytes of each chunk but the last
#   TIME  of the last change, in seconds since 1970; empty for now
old=$1 new=$2 size=$3 chunk=$4 sum=$5 mode=$6 time=$7

umask 077
kept=
trap '[ -n "$kept" ] || rm -f "$new"' EXIT
trap 'exit 143' HUP INT TERM
base "$old" || exit 1
# A new file, and by its descriptor from then on: who owns the folder may put something else in its place.
set -C
exec 3>"$new"
file=/dev/fd/3
cp --reflink=always "$base" "$file" 2>/dev/null || head -c "$size" "$base" >&3 || exit 1
while read -r number; do
    dd bs="$chunk" count=1 iflag=fullblock seek="$number" conv=notrunc of="$file" 2>/dev/null || exit 1
done
if [ "$base" != "$old" ] && [ "$(wc -c <"$file")" -lt "$size" ]; then
    # The connection has broken off once more: this has all that the other one left, and is what the next one goes on from.
    kept=yes
    find "$base" -mmin +1 -exec rm -f {} +
    exit 1
fi
truncate -s "$size" "$file" || exit 1
told=$($sum256 <"$file")
[ "${told%% *}" = "$sum" ] || exit 1
chmod "$mode" "$file" || exit 1
[ -z "$time" ] || touch -d "@$time" "$file" || exit 1
[ "$new" -ef "$file" ] || exit 1
kept=yes
# What a connection that broke off has left, unless somebody still writes there.
[ "$base" = "$old" ] || find "$base" -mmin +1 -exec rm -f {} +
find "${new%/*}" -maxdepth 1 -type f -name "$left" ! -name "${new##*/}" -user "$(id -u)" -ctime +1 -exec rm -f {} +
exit 0
