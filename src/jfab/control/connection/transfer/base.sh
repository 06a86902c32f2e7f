# What is not whole and was not removed, since the connection broke off.
left=.jfab-????????-????-????-????-????????????

# base FILE: names in the variable base what most of FILE may be copied from: itself, or, where nothing has its name, the longest that was
# left beside it. A pipe would be waited for.
base() {
    base=$1
    [ -e "$1" ] || [ -L "$1" ] ||
        base=$(find "${1%/*}" -maxdepth 1 -type f -name "$left" -user "$(id -u)" -exec ls -dS {} + 2>/dev/null | head -n 1)
    [ -f "$base" ] && [ ! -L "$base" ]
}

