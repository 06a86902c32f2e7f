#!/bin/sh
# Installs this jfab for one user: install.sh [FOLDER], ~/.local unless named, where lib gets jfab and bin a link to it.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
prefix=${1:-$HOME/.local}
mkdir -p "$prefix/lib" "$prefix/bin"
prefix=$(cd "$prefix" && pwd -P)
if [ -e "$prefix/lib/jfab" ] && [ ! -x "$prefix/lib/jfab/bin/jfab" ]; then
    echo "$prefix/lib/jfab is there already, and is no jfab; nothing was installed" >&2
    exit 1
fi
for link in jfab jfab-train; do
    if [ -d "$prefix/bin/$link" ] && [ ! -L "$prefix/bin/$link" ]; then
        echo "$prefix/bin/$link is a folder; nothing was installed" >&2
        exit 1
    fi
done
# One at a time.
mkdir "$prefix/lib/.jfab.lock" 2>/dev/null || {
    echo "another one is installing there; if that was broken off, remove $prefix/lib/.jfab.lock" >&2
    exit 1
}
trap 'rmdir "$prefix/lib/.jfab.lock"' EXIT
trap 'exit 1' HUP INT TERM
new=$prefix/lib/.jfab.new
rm -rf "$new"
cp -R "$here" "$new"
# One that runs keeps its files until it ends.
rm -rf "$prefix/lib/.jfab.old"
[ ! -e "$prefix/lib/jfab" ] || mv "$prefix/lib/jfab" "$prefix/lib/.jfab.old"
mv "$new" "$prefix/lib/jfab"
rm -rf "$prefix/lib/.jfab.old"
ln -sf ../lib/jfab/bin/jfab "$prefix/bin/jfab"
ln -sf ../lib/jfab/bin/jfab-train "$prefix/bin/jfab-train"
echo "installed: $prefix/bin/jfab"
case :$PATH: in *:"$prefix/bin":*) ;; *) echo "its folder is not in PATH" ;; esac
quoted=$(printf '%s\n' "$prefix" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/")
echo "to remove it: rm -rf $quoted/lib/jfab $quoted/bin/jfab $quoted/bin/jfab-train ~/.cache/jfab ~/.local/share/jfab"
