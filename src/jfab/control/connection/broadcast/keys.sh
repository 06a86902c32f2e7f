# own_keys: the authorized_keys that this account may change, as 'keys'; or why it has none, as 'why'.
own_keys() {
    keys=$HOME/.ssh/authorized_keys
    [ -e "$keys" ] || { why='it has no ~/.ssh/authorized_keys'; return 1; }
    keys=$(readlink -f "$keys") && home=$(readlink -f "$HOME") || { why='its ~/.ssh/authorized_keys leads nowhere'; return 1; }
    case $keys in "$home"/*) ;; *) why='its ~/.ssh/authorized_keys is a link that leads out of its home'; return 1 ;; esac
    [ -f "$keys" ] && [ -O "$keys" ] && [ -w "$keys" ] && [ -O "${keys%/*}" ] && [ -w "${keys%/*}" ] ||
        { why='its ~/.ssh/authorized_keys is not its own to change'; return 1; }
    [ "$(stat -c %h "$keys")" = 1 ] || { why='its ~/.ssh/authorized_keys has a second name, a hard link'; return 1; }
    case $(stat -f -c %T "$keys") in
        nfs* | smb* | cifs | fuse* | lustre | ceph | gpfs | beegfs | afs | panfs | gfs* | ocfs*)
            why='its home is on a file system that hosts share'
            return 1
            ;;
    esac
}

# edit_keys LINE ID...: takes the lines of these broadcasts out of authorized_keys, and puts LINE before all others where it is not
# empty. All else stays, byte for byte; whoever reads the file meanwhile has the old one or the new one.
edit_keys() {
    line=$1
    shift
    own_keys || return 1
    drop=''
    for gone in "$@"; do
        drop="$drop/^restrict,from=\"[^\"]*\",expiry-time=\"[0-9]*\",command=\"[^\"]*\/\.jfab\/cast\/$gone\/receive [0-9a-f]*\" [a-z0-9-]* [A-Za-z0-9+\/=]* jfab-cast-$gone\$/d;"
    done
    new=${keys%/*}/.jfab-keys-$$
    why='its ~/.ssh/authorized_keys cannot be changed'
    (
        flock -w 10 9 || exit 1
        trap 'rm -f "$new"' EXIT
        # Somebody else, who knows nothing of the lock, may be changing it.
        for try in 1 2 3 4 5 6 7 8 9; do
            rm -f "$new"
            seen=$(stat -c '%i %s %y %z' "$keys")
            cp -a "$keys" "$new" && { [ -z "$line" ] || printf '%s\n' "$line"; } >"$new" && LC_ALL=C sed "$drop" "$keys" >>"$new" || exit 1
            ! cmp -s "$keys" "$new" || exit 0
            [ "$(stat -c '%u %g %a' "$keys")" = "$(stat -c '%u %g %a' "$new")" ] && sync "$new" || exit 1
            [ "$(stat -c '%i %s %y %z' "$keys")" != "$seen" ] || exec mv -f "$new" "$keys"
            sleep "0.$try"
        done
        exit 1
    ) 9>>"$HOME/.jfab/cast/lock"
}

# sweep_casts: takes away what broadcasts have left here that were killed, with their host perhaps: one that lives holds its lock.
sweep_casts() {
    [ -d "$HOME/.jfab/cast" ] && command -v flock >/dev/null || return 0
    private cast
    find "$private" -mindepth 1 -maxdepth 1 -name '*.*' -mmin +60 -exec rm -rf {} +
    dead=''
    for left in $(LC_ALL=C sed -n 's/^restrict,from=.* jfab-cast-\([0-9a-f]*\)$/\1/p' "$HOME/.ssh/authorized_keys" 2>/dev/null | sort -u) "$private"/*/; do
        left=${left%/}
        left=${left##*/}
        left=${left%.gone}
        case $left in '' | *[!0-9a-f]*) continue ;; esac
        [ "${#left}" = 32 ] && [ "$left" != "${id-}" ] || continue
        case " $dead " in *" $left "*) continue ;; esac
        held "$private/$left" || held "$private/$left.gone" || dead="$dead $left"
    done
    [ -n "$dead" ] || return 0
    edit_keys '' $dead || :
    for left in $dead; do
        [ ! -d "$private/$left" ] || (remove_spool "$private/$left") || :
        rm -rf "$private/$left" "$private/$left.gone"
    done
}

# held DIRECTORY: whether a broadcast that lives has it.
held() {
    [ -e "$1/alive" ] && ! flock -n "$1/alive" true
}

# remove_spool DIRECTORY: takes a broadcast's files away, and ends who still works there. Who reads its name no more knows that it is given up.
remove_spool() {
    mv -T "$1" "$1.gone" || return
    tries=0
    # Who is just coming may put another file there.
    while [ "$tries" -lt 50 ] && cd "$1.gone" 2>/dev/null; do
        end_all receiver
        end_all drain
        cd / && rm -rf "$1.gone" 2>/dev/null && break
        sleep 0.1
        tries=$((tries + 1))
    done
}

# end_all WHAT: ends those who left their process number as WHAT.N and still work in this directory.
end_all() {
    for left in "$1".*; do
        [ ! "/proc/${left##*.}/cwd" -ef . ] || kill "${left##*.}" 2>/dev/null
        rm -f "$left"
    done
}
