# What a host lacks for jfab, a line each with what mends it, and what it has: doctor SECONDS, by the clock of who asks. Exit code 1
# where something is missing that jobs need.
set -u
LC_ALL=C
export LC_ALL
missing=0

lacks() {
    missing=1
    echo "MISSING: $*"
}

# need PROGRAM PACKAGE WHY
need() {
    command -v "$1" >/dev/null 2>&1 || lacks "$1, $3; install $2"
}

need setsid util-linux 'by which jobs outlive the connection'
need tar tar 'which unpacks what is sent'
need find findutils 'which lists the trees that are copied'
need xargs findutils 'by which sync compares'
need gzip gzip 'which unpacks the engine'
need awk mawk 'which tells how jobs go'
for program in sha256sum mkfifo tee stat; do
    need "$program" coreutils 'by which what is sent is checked'
done

[ -d "$HOME" ] && [ -w "$HOME" ] || lacks "a home directory that can be written: $HOME; jobs are kept there unless rootDir says otherwise"
free=$(df -Pk "$HOME" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }')
[ -n "$free" ] || echo "note: how much room $HOME has is not known: df does not tell"
[ "${free:-1000}" -ge 1000 ] || lacks "room in $HOME: $free MB are free, and the engine takes 600"
options=$(awk -v home="$HOME" '(index(home "/", $2 "/") == 1 || $2 == "/") && length($2) > length(best) { best = $2; options = $4 }
    END { print options }' /proc/mounts 2>/dev/null)
case ,$options, in *,noexec,*) lacks "a home directory that programs may be started from: $HOME is mounted noexec" ;; esac

libc=$(getconf GNU_LIBC_VERSION 2>/dev/null)
libc=${libc##* }
case ${libc:-none} in
    none) lacks "glibc 2.35 for jfab's engine: this system has another C library; engines of others may run" ;;
    2.[0-9] | 2.[12][0-9] | 2.3[0-4]) lacks "glibc 2.35 for jfab's engine, as Debian 12, Ubuntu 22.04 and RHEL 10 have it; here is $libc" ;;
esac
case $(uname -m) in
    x86_64) ;;
    *) lacks "a processor of the kind x86_64 for jfab's engine; here is $(uname -m); engines of others may run" ;;
esac

ahead=$(($(date +%s) - $1))
[ "$ahead" -le 60 ] && [ "$ahead" -ge -60 ] ||
    echo "note: its clock is $ahead s ahead of yours; times in reports are corrected by that"

gpus=none
if command -v nvidia-smi >/dev/null 2>&1; then
    gpus=$(timeout -k 1 20 nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader 2>&1) || {
        echo "note: nvidia-smi fails or does not answer: $(echo "${gpus:-nothing in 20 s}" | head -n 1)"
        gpus=unknown
    }
    gpus=$(echo "$gpus" | head -n 8 | tr '\n' ';')
    gpus=${gpus%;}
    echo "note: jfab check-gpu says whether jfab's engine for GPUs finds all that it needs"
fi
memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo 2>/dev/null)
echo "has: $(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) cores, ${memory:-?} MB of memory, ${free:-?} MB free in $HOME, glibc ${libc:-none}, GPUs: $gpus"
[ "$missing" = 0 ] && echo 'nothing is missing'
exit "$missing"
