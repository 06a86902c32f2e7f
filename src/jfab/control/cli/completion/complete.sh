#!/bin/sh
# complete.sh JFAB [--] jfab WORD...: what the last WORD may become, one candidate per line, a tab, what it is.
# complete.sh --list: what jfab --list shows in the folder of the fabfile, while the index is fresh; fails where it is not.
# Answers from the index that jfab leaves whenever it has read a fabfile, without starting Java while that is fresh.
set -u
jfab=$1
shift
[ "$jfab" != --list ] || set -- jfab ''
[ "${1:-}" != -- ] || shift
[ $# -ge 2 ] || exit 0
tab='	'

# Where an unfinished command line says that its fabfile is.
fabfile=
found=
name=fabfile
root=.
expected=
position=0
for word in "$@"; do
    position=$((position + 1))
    [ $position -lt $# ] || break
    case $word in "~/"*) word=$HOME/${word#"~/"} ;; esac
    case $expected in
        -f) [ ! -f "$word" ] || fabfile=$word ;;
        -r) [ ! -d "$word" ] || root=$word ;;
        -c) name=$word ;;
    esac
    expected=
    case $word in
        --) break ;;
        -f | --fabfile) expected=-f ;;
        -r | --search-root) expected=-r ;;
        -c | --collection) expected=-c ;;
        --fabfile=*) fabfile=${word#*=} ;;
        --search-root=*) root=${word#*=} ;;
        --collection=*) name=${word#*=} ;;
        -f?*) [ ! -f "${word#-f}" ] || fabfile=${word#-f} ;;
        -c?*) name=${word#-c} ;;
        -r?*) [ ! -d "${word#-r}" ] || root=${word#-r} ;;
    esac
done

if [ -n "$fabfile" ]; then
    folder=$(cd "$(dirname "$fabfile")" 2>/dev/null && pwd -P) || exit 0
    fabfile=${folder%/}/${fabfile##*/}
else
    # Where a folder cannot be searched, what the list is made of is for Java to say.
    folder=$(cd "$root" 2>/dev/null && pwd -P 2>/dev/null) || { [ "$jfab" != --list ]; exit; }
    root=$folder
    while [ ! -f "${folder%/}/$name.groovy" ] && [ "$folder" != / ]; do
        folder=${folder%/*}
        folder=${folder:-/}
    done
    [ ! -f "${folder%/}/$name.groovy" ] || found=${folder%/}/$name.groovy
fi

# Java takes the home directory from the user database, and not from the variable.
export XDG_CACHE_HOME="${XDG_CACHE_HOME:-$HOME/.cache}"
index=$XDG_CACHE_HOME/jfab/tasks-1$fabfile$found.index
# What another account has made there is not shown.
[ ! -e "$XDG_CACHE_HOME/jfab" ] || [ -O "$XDG_CACHE_HOME/jfab" ] || exit 1

# Whether every file that the index was made from is as it was.
fresh() {
    [ -r "$index" ] || return 1
    files=
    recorded=
    while IFS=$tab read -r kind time size path; do
        [ "$kind" = file ] || break
        files="$files$path
"
        recorded="$recorded$time $size $path
"
    done <"$index"
    [ -n "$files" ] || return 0
    actual=$(
        IFS='
'
        set -f
        # shellcheck disable=SC2086
        stat -c '%.9Y %s %n' -- $files 2>/dev/null
    )
    [ "$actual
" = "$recorded" ]
}

if [ "$jfab" = --list ]; then
    # Elsewhere, it names the file otherwise.
    [ "$found" = "${root%/}/$name.groovy" ] && fresh || exit 1
    list=$(awk 'sub(/^list\t/, "") { print; found = 1 } END { exit !found }' "$index") || exit 1
    # So is why it cannot be printed.
    { printf '%s\n' "$list"; } 2>/dev/null
    exit
fi
if ! fresh; then
    if [ -n "$fabfile" ]; then
        _JFAB_COMPLETION=refresh "$jfab" --complete --fabfile="$fabfile" >/dev/null 2>&1 </dev/null
    elif [ -n "$found" ]; then
        # Not by its name: whether one that nobody named may be read, jfab decides.
        _JFAB_COMPLETION=refresh "$jfab" --complete --search-root="$root" --collection="$name" >/dev/null 2>&1 </dev/null
    else
        _JFAB_COMPLETION=refresh "$jfab" --complete >/dev/null 2>&1 </dev/null
    fi
fi
# A fabfile that cannot be read now leaves the index that it had.
[ -r "$index" ] || exit 0
shift
exec awk -f "${0%/*}/candidates.awk" "$index" "$@"
