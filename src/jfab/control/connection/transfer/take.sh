# Copies a file or a directory to where its user may read it, run as root.
# take PATH DIRECTORY OWNER
cp -RHp "$1" "$2/" && chown -Rh "$3" "$2" && chmod -R u+rwX "$2"
