# Moves a tree to its place, file by file, when all of it has arrived: a failure leaves what was there.
# receive DESTINATION PARENT STAGE MKDIRS OWNER VERIFY NAME FROM EXACT KEEP REST
#   NAME  of the single file that the tree is; empty for a tree that goes into a directory
#   FROM  a private directory that holds the tree; empty for an archive on standard input
#   EXACT whether DESTINATION must be the file itself
#   KEEP  whether what has arrived of an archive that ends early stays, for a later one to go on from
#   REST  a directory that one has left, whose files belong to the tree as well; empty for none
dest=$1 parent=$2 stage=$3 mkdirs=$4 owner=$5 verify=$6 name=$7 from=$8 exact=$9 keep=${10} rest=${11}

fail() {
    printf '%s\n' "$1" >&2
    exit 1
}

# merge FROM TO: directories that are there already stay as they are.
merge() {
    find "$1/." ! -name . -prune ! -type d -exec sh -c 'to=$1; shift; exec mv -f "$@" "$to"' sh "$2/" {} + || return 1
    for each in "$1"/* "$1"/.[!.]* "$1"/..?*; do
        if [ -d "$each" ] && [ ! -L "$each" ]; then
            if [ -d "$2/${each##*/}" ]; then
                merge "$each" "$2/${each##*/}" || return 1
            else
                place "$each" "$2/${each##*/}" || return 1
            fi
        fi
    done
}

# place FROM TO: a directory as a whole, where nothing is there. Where another transfer has been quicker, mv would put it into what that
# has made.
place() {
    mv -T "$1" "$2" 2>/dev/null && return
    if [ -d "$2" ]; then
        refuse "$1" "$2" && merge "$1" "$2"
    else
        mv "$1" "$2"
    fi
}

# refuse FROM TO: mv would put a file in the place of a device, and /dev/null would be one from then on; of directories that are none
# here, and the other way round, it would tell when others have their place already.
refuse() {
    find "$1/." ! -name . -exec sh -c '
        from=$1 to=$2
        shift 2
        for each; do
            name=${each#"$from"}
            there=$to/$name
            [ -e "$there" ] || [ -L "$there" ] || continue
            if [ -d "$each" ] && [ ! -L "$each" ]; then
                # What is below it would be written somewhere else.
                if [ -L "$there" ]; then
                    what="is a link there; remove it first, or name what it leads to"
                elif [ ! -d "$there" ]; then
                    what="is no directory there; remove it first"
                fi
            elif [ -d "$there" ] && [ ! -L "$there" ]; then
                what="is a directory there; remove it first"
            elif [ -e "$there" ] && [ ! -f "$there" ] && [ ! -d "$there" ]; then
                what="is a device, a pipe or a socket; nothing is put in its place"
            fi
            [ -z "${what-}" ] || {
                printf "%s %s\n" "$name" "$what" >&2
                exit 1
            }
        done' sh "$1/./" "$2" {} +
}

mask=$(umask)
umask 077
# Anything but a directory of that name gives way to a file, and is in the way of a directory.
into=yes
[ -n "$mkdirs" ] && case $dest in */) (umask "$mask" && mkdir -p "$dest") || exit 1 ;; esac
[ -n "$exact" ] && [ -d "$dest" ] && fail "is a directory; name the file that is to be in it"
[ -n "$name" ] && [ -e "$dest" ] && [ ! -f "$dest" ] && [ ! -d "$dest" ] && fail "is a device, a pipe or a socket; nothing is put in its place"
if [ ! -d "$dest" ]; then
    [ -n "$name" ] && case $dest in */) fail "there is no such directory; mkdirs: true makes it" ;; esac
    if [ ! -d "$parent" ]; then
        [ -n "$mkdirs" ] || fail "there is no directory $parent; mkdirs: true makes it"
        (umask "$mask" && mkdir -p "$parent") || exit 1
    fi
    [ -n "$name" ] || [ ! -e "$dest" ] || fail "is not a directory"
    into=
fi
case $dest in /*) ;; *) dest=$PWD/$dest ;; esac
into=${into:+$dest}
folder "${into:-$parent}" || exit 1
ours=
short=
# Under another name, which says that nobody writes there any more.
trap '[ -n "$short" ] && mv "$here/$stage" "$here/$stage.rest" || {
    [ -z "$ours" ] || rm -rf t end
    rmdir "$here/$stage" 2>/dev/null
}' EXIT
trap 'exit 143' HUP INT TERM PIPE
if [ -n "$rest" ]; then
    # Another transfer may have been quicker.
    mv "./${rest##*/}" "./$stage" || exit 75
    enter "$stage" && ours=yes || exit 1
    [ -d t ] && [ ! -L t ] && rm -f end || exit 75
else
    make "$stage" && ours=yes || exit 1
    (umask "$mask" && mkdir t) || exit 1
fi
if [ -n "$from" ]; then
    cp -RPp "$from/." t || exit 1
else
    short=$keep
    if ! said=$(LANGUAGE=en tar -xpof - 2>&1); then
        # Nor may what has arrived be in the way of the next try, as on a full disk.
        case $said in
            *Cannot\ * | *Wrote\ only*) short= ;;
            *Unexpected\ EOF*) ;;
            *) short= ;;
        esac
        fail "$said"
    fi
    [ -f end ] || fail "only a part of it arrived"
    short=
fi
[ -z "$keep" ] || find "$here/." ! -name . -prune -type d -name ".jfab-*.rest" -user "$(id -u)" -ctime +1 -exec rm -rf {} +
if [ -n "$verify" ]; then
    checked=$(sha256sum -c end 2>&1) || fail "what arrived differs: $(printf '%s\n' "$checked" | grep -v ': OK$' | head -n 1)"
fi
if [ -n "$owner" ]; then
    # A new owner takes set-id bits from a file.
    find t \( ! -type f -o ! -perm -4000 ! -perm -2000 \) -exec chown -h "$owner" {} + || exit 1
    find t -type f \( -perm -4000 -o -perm -2000 \) -exec sh -c '
        owner=$1
        shift
        for each; do
            mode=$(stat -c %a "$each") && chown -h "$owner" "$each" && chmod "$mode" "$each" || exit 1
        done' sh "$owner" {} + || exit 1
fi
if [ -n "$into" ]; then
    refuse t "$into" || exit 1
    merge t "$into" || exit 1
elif [ -n "$name" ]; then
    mv -f "t/$name" "$dest" || exit 1
else
    place t "${dest%/}" || exit 1
fi
