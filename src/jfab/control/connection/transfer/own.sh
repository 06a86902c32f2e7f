# Whoever may change the folder in which something arrives may put what he likes in the place of it, at any time: it is made in a directory
# that is ours, and all that is done to it is done within that, by names that lead nowhere else.

# folder PATH: goes to PATH, which is $here from then on, without a slash at its end.
folder() {
    cd -P "$1" || return 1
    here=${PWD%/}
}

# enter NAME: goes into a directory that was made there.
enter() {
    # Where a file system has its own idea of who owns what, as one of another machine, ownership tells nothing.
    cd -P "./$1" 2>/dev/null && [ "$PWD" = "$here/$1" ] && { [ -O . ] || case $(stat -f -c %T . 2>/dev/null) in
        ext* | xfs | btrfs | tmpfs | zfs | overlayfs | f2fs) false ;;
    esac } || exchanged "$1"
}

exchanged() {
    echo "another user has put something else in the place of $here/$1" >&2
    return 1
}

# make NAME: makes a directory and goes into it.
make() {
    said=$(LANGUAGE=en mkdir "./$1" 2>&1) || {
        echo "cannot write into ${here:-/}: ${said##*: }" >&2
        return 1
    }
    enter "$1" || return 1
    # A folder's default access list may let others in, who may have been there already.
    chmod 700 . 2>/dev/null
    [ -z "$(ls -A)" ] || exchanged "$1"
}

# one NAME: makes such a directory for a file of that name, which is removed with it at the end unless out has brought it out.
one() {
    name=$1 ours=
    trap '[ -z "$ours" ] || rm -f "./$name"; rmdir "$here/$name.new" 2>/dev/null' EXIT
    trap 'exit 143' HUP INT TERM
    make "$name.new" && ours=yes
}

# out: brings the file out to where it was to be.
out() {
    [ ! -d "$here/$name" ] && mv -f "./$name" "$here/$name"
}

