# How jfab is started, from a build as from a package. Who reads this has set
#
#     home        where fabfile.groovy and examples are
#     parts       where jfab.jar, lib and native are
#     completion  complete.sh
#
# and calls prepare JFAB ARGUMENT..., sets java and records, and calls start ARGUMENT....

prepare() {
    # A closed one would be that of the next file that is opened: Java's own, which a host would then be sent as a command's input.
    { true 3<&0; } 2>/dev/null || exec </dev/null
    pwd -P >/dev/null 2>&1 || {
        echo "jfab: the folder that this shell is in is not there any more" >&2
        exit 1
    }
    # Services and containers start programs without it.
    [ -n "${HOME:-}" ] || export HOME="$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6)"
    [ -n "$HOME" ] || {
        echo "jfab: user $(id -u) has no home directory here, where keys and known hosts would be; set HOME" >&2
        exit 1
    }
    # On every press of TAB: answered without Java, unless that is where the answer comes from.
    if [ "${2:-}" = --complete ] && [ -z "${_JFAB_COMPLETION:-}" ]; then
        jfab=$1
        shift 2
        exec sh "$completion" "$jfab" "$@"
    fi
    # So is the list of tasks, where nothing says that it is another fabfile's, or another list.
    if [ $# = 2 ] && { [ "$2" = --list ] || [ "$2" = -l ]; } && [ ! -e "${XDG_CONFIG_HOME:-$HOME/.config}/jfab/settings" ]; then
        case $(env) in
            *JFAB_*) ;;
            *) ! sh "$completion" --list || exit 0 ;;
        esac
    fi
}

# find_java PROGRAM: sets java_home to a Java 25 or newer whose folder bin has PROGRAM; fails where there is none.
find_java() {
    mac=$([ ! -x /usr/libexec/java_home ] || /usr/libexec/java_home -v 25+ 2>/dev/null)
    for java_home in "${JAVA_HOME:-}" /usr/lib/jvm/* $mac "$HOME"/.sdkman/candidates/java/*; do
        [ -n "$java_home" ] && [ -x "$java_home/bin/$1" ] || continue
        # A program for each of them would be a twentieth of a command.
        version=
        [ ! -r "$java_home/release" ] || while { read -r line || [ -n "$line" ]; } && [ -z "$version" ]; do
            case $line in JAVA_VERSION=\"[0-9]*) version=${line#*\"} ;; esac
        done <"$java_home/release"
        version=${version%%[!0-9]*}
        [ "${version:-0}" -lt 25 ] || return 0
    done
    return 1
}

# Whether folder $1 is no link, and this account alone can put something there. One look for all of it: what it is could change between two.
closed() {
    set -- $(LC_ALL=C ls -ldn "$1" 2>/dev/null)
    case ${1:-} in d????-??-*) [ "$3" = "$(id -u)" ] ;; *) return 1 ;; esac
}

# Whether the command line may need a fabfile: it names one, or one lies here or above.
fabfile_near() {
    case " $* " in *" -f"* | *" --fabfile"*) return 0 ;; esac
    folder=$PWD
    until [ -f "$folder/fabfile.groovy" ]; do
        [ -n "$folder" ] || return 1
        folder=${folder%/*}
    done
}

start() {
    # In records lies which classes jfab loads; where the record is missing or does not fit, Java goes without, and says nothing.
    # A command alone starts from a record of its own, which is half as large.
    record=jfab.aot
    case " $* " in *" -- "*) fabfile_near "$@" || record=command.aot ;; esac
    # Java reads the names of files as the locale says; with none, it finds only those of ASCII's letters.
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
        C | POSIX) export LC_ALL=C.UTF-8 ;;
    esac
    own=$#
    # Where native code does the cryptography, all else is done before the optimizing compiler has been of use. Elsewhere Java's cipher
    # needs it, and two of its methods at once: only their compiled callers use the processor's instructions for AES.
    if [ -e "$records/loaded" ]; then
        set -- -XX:TieredStopAtLevel=1 -Djava.library.path="$parts/native" -jar "$parts/jfab.jar" "$@"
    else
        crypto=com.sun.crypto.provider
        set -- -XX:CompileCommand=quiet \
            -XX:CompileCommand=CompileThresholdScaling,$crypto.GHASH::update,0.001 \
            -XX:CompileCommand=CompileThresholdScaling,$crypto.CounterMode::crypt,0.001 -jar "$parts/jfab.jar" "$@"
    fi
    # In huge pages, where Linux has them: a start has a fifth less page faults. Where it gives none, Java would say so in a line.
    pages=
    { read -r pages </sys/kernel/mm/transparent_hugepage/enabled; } 2>/dev/null
    case $pages in
        '' | *'[never]'*) pages= ;;
        *) pages=-XX:+UseTransparentHugePages ;;
    esac
    # Java would take the home of the user's account, which is another one than that of whoever sets HOME.
    # Its counters, which nobody reads, would lie where all users write.
    # A small heap to begin with: what stays for hours, such as watch, would else fill hundreds of megabytes before it collects any.
    # Not -Djdk.reflect.useNativeAccessorOnly, a hundredth of a second less: a virtual thread under a native frame keeps its processor, and
    # tasks on more hosts than there are processors would wait for each other for ever.
    set -- "$java" $pages -XX:+UseSerialGC -Xms16m -XX:AOTCache="$records/$record" -Xlog:aot*=off -Xlog:cds*=off \
        -XX:-UsePerfData -Duser.home="$HOME" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "$@"
    # A process that an earlier command has left behind may run it; without the program that asks for one, Java starts each time.
    [ ! -x "$parts/native/jfab-warm" ] || exec "$parts/native/jfab-warm" "$own" "$@"
    # Nor is there what Java needs where the locale is not installed; that program sees it for itself.
    case $(locale charmap 2>&1) in *' '*) export LC_ALL=C.UTF-8 ;; esac
    exec "$@"
}
