# record.sh JAVA HOME FOLDER: records which classes jfab loads, so that later runs start from that; FOLDER appears when all is there.
set -eu
umask 077
java=$1 home=$2 folder=$3 parts=$2/lib

mkdir -p "${folder%/*}"
# What a killed one has left is in nobody's way for longer than a day; what no run has been started from for a month is of old builds.
find "${folder%/*}" -maxdepth 1 -name 'start-*.new' -mtime +0 -exec rm -rf {} +
find "${folder%/*}" -maxdepth 1 -name 'start-*' -mtime +30 ! -name "${folder##*/}" -exec rm -rf {} +
mkdir "$folder.new" 2>/dev/null || exit 0
trap 'rm -rf "$folder.new"' EXIT
renice -n 19 $$ >/dev/null 2>&1 || :

# What the rehearsal compiles and remembers is not the user's.
export XDG_CACHE_HOME="$folder.new/cache" XDG_STATE_HOME="$folder.new/state"
flags="-XX:-UsePerfData -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED
    --sun-misc-unsafe-memory-access=allow"
for record in jfab command; do
    fabfile=none
    [ "$record" = command ] || fabfile=$home/fabfile.groovy
    "$java" -XX:-UsePerfData -cp "$parts/jfab.jar" jfab.control.rehearsal.Rehearsal "$folder.new/hosts" "$fabfile" \
        -XX:AOTCacheOutput="$folder.new/$record.aot" $flags -Djava.library.path="$parts/native" -Djfab.loaded="$folder.new/loaded"
done
rm -rf "$folder.new/hosts" "$folder.new/cache" "$folder.new/state"
mv "$folder.new" "$folder"
trap - EXIT
