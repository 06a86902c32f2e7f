package jfab.control.connection;

/** Scripts for the words about a file of the host, which {@code $1} is; each failure is one sentence on standard error. */
final class HostFiles {
    /** What a script exits with whose last words on standard error are the reason; sudo has codes and words of its own. */
    static final int FAILED = 93;

    private static final String FAIL = """
            fail() { [ -z "${1:-}" ] || printf '%s\\n' "$1" >&2; exit 93; }
            stamp() { cksum <"$1" 2>/dev/null || sha256sum <"$1" || fail; }
            """;

    /** Says yes or no. */
    static final String EXISTS = "if [ -e \"$1\" ]; then echo yes; else echo no; fi";

    /** READ FILE LIMIT: a line that is another one when the content is another one, then the content; "absent" where there is nothing. */
    static final String READ = FAIL + """
            [ -e "$1" ] || { echo absent; exit 0; }
            [ ! -d "$1" ] || fail "is a directory"
            [ -f "$1" ] || fail "is a device, a socket or a pipe"
            [ -r "$1" ] || fail "cannot be read by $(id -un)"
            [ "$(wc -c <"$1")" -le "$2" ] || fail "is longer than $(($2 / 1048576)) MB"
            stamp "$1"
            cat "$1" || fail
            """;

    /** WRITE FILE STAMP SIZE PART BACKUP: what is on standard input replaces the file that STAMP was told of, or makes one where that is empty. */
    static final String WRITE = FAIL + """
            set -f
            file=$1
            links=0
            while [ -L "$file" ]; do
                links=$((links + 1))
                [ $links -le 40 ] || fail "is a link that leads nowhere"
                to=$(readlink "$file") || fail
                case $to in /*) file=$to ;; *) file=${file%/*}/$to ;; esac
            done
            folder=${file%/*}/
            part=$folder$4
            [ -d "$folder" ] || fail "there is no directory $folder"
            [ -w "$folder" ] || fail "is in a directory that $(id -un) may not write to; sudo: true may"
            of() { set -- $(ls -ldn "$1"); echo "$1 $3 $4"; }
            trap 'rm -f "$part"' EXIT
            trap 'exit 143' HUP INT TERM
            if [ -n "$2" ]; then
                [ -w "$file" ] || fail "cannot be written by $(id -un)"
                cp -a "$file" "$part" 2>/dev/null || cp -p "$file" "$part" || fail
                [ "$(of "$file")" = "$(of "$part")" ] || fail "would no longer belong to whom it belongs; sudo: true keeps that"
            fi
            cat >"$part" || fail
            [ "$(wc -c <"$part")" -eq "$3" ] || fail "only a part of it arrived"
            sync "$part" 2>/dev/null || :
            now=
            [ ! -e "$file" ] || now=$(stamp "$file") || exit 93
            [ "$now" = "$2" ] || fail "was changed by somebody else meanwhile; try again"
            [ ! -e "$file" ] || [ -f "$file" ] || fail "is a device, a pipe or a socket; nothing is put in its place"
            [ ! -e "$file$5" ] || [ -f "$file$5" ] || fail "has $5, which is no file, in the place of its backup"
            [ -z "$2" ] || [ -z "$5" ] || ln -f "$file" "$file$5" 2>/dev/null || cp -p "$file" "$file$5" || fail
            mv -f "$part" "$file" || fail
            """;

    private HostFiles() {}
}
