# Prints the content of a broadcast, chunk after chunk, as it comes; ends with 0 when that was all of it.
# drain SPOOL
umask 077
cd "$1" && read -r count chunk last <sizes && mkfifo "wake.$$" || exit 1
: >"drain.$$"
exec 3<>"wake.$$"
n=0
while [ "$n" -lt "$count" ]; do
    while [ ! -e "c.$n" ]; do
        read -r woken <&3 || exit 1
    done
    cat "c.$n" || exit 1
    n=$((n + 1))
done
: >drained
rm -f "wake.$$" "drain.$$"
