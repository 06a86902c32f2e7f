package jfab.control.bundle;

import java.nio.file.Path;

/** A file of a tree that is sent. */
public sealed interface TreeItem {
    /** Its path in the archive, with {@code /} between its parts. */
    String name();

    /** Its permission bits. */
    int mode();

    /** Its last change, in seconds since 1970. */
    long time();

    /** A regular file; {@code size} bytes of {@code file} are sent. */
    record File(String name, int mode, long time, long size, Path file) implements TreeItem {
        @Override
        public TreeItem named(String other) {
            return new File(other, mode, time, size, file);
        }

        @Override
        public TreeItem at(long other) {
            return new File(name, mode, other, size, file);
        }

        @Override
        public long bytes() {
            return size;
        }
    }

    /** A directory, also one with nothing in it. */
    record Directory(String name, int mode, long time) implements TreeItem {
        @Override
        public TreeItem named(String other) {
            return new Directory(other, mode, time);
        }

        @Override
        public TreeItem at(long other) {
            return new Directory(name, mode, other);
        }
    }

    /** A symbolic link, sent as one. */
    record Link(String name, long time, String target) implements TreeItem {
        @Override
        public int mode() {
            return 0777;
        }

        @Override
        public TreeItem named(String other) {
            return new Link(other, time, target);
        }

        @Override
        public TreeItem at(long other) {
            return new Link(name, other, target);
        }
    }

    /** This item under another name. */
    TreeItem named(String other);

    /** This item with another time of its last change. */
    TreeItem at(long other);

    default long bytes() {
        return 0;
    }

    /** Whether a file's name is UTF-8; one that is not reads the same as others, and would arrive as another one. */
    static boolean isText(String name) {
        return name.indexOf('\uFFFD') < 0;
    }
}
