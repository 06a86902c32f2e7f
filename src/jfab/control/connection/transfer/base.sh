# What is not whole and was not removed, since the connection broke off.
left=.jfab-????????-????-????-????-????????????

# base FILE: names in the variable base what most of FILE may be copied from: itself, or, where nothing has its name, the longest that was
# left beside it. To be read by nowait, as it may be a pipe by then.
base() {
    base=$1
    [ -e "$1" ] || [ -L "$1" ] ||
        base=$(find "${1%/*}" -maxdepth 1 -type f -name "$left" -user "$(id -u)" -exec ls -dS {} + 2>/dev/null | head -n 1)
    [ -f "$base" ] && [ ! -L "$base" ]
}

# nowait FILE SIZE: the first SIZE bytes of a file that may not be a link.
nowait() {
    dd if="$1" iflag=nonblock,nofollow,count_bytes count="$2" bs=1M status=none
}

# What makes SHA-256 sums of standard input: openssl where it is there, which takes a fifth of the time.
sum256=sha256sum
[ "$(echo | openssl dgst -sha256 -r 2>/dev/null)" != '01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b *stdin' ] ||
    sum256='openssl dgst -sha256 -r'
