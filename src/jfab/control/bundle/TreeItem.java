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
    record File(String name, int mode, long time, long size, Path file) implements TreeItem {}

    /** A directory, also one with nothing in it. */
    record Directory(String name, int mode, long time) implements TreeItem {}

    /** A symbolic link, sent as one. */
    record Link(String name, long time, String target) implements TreeItem {
        @Override
        public int mode() {
            return 0777;
        }
    }

    /** This item under another name. */
    default TreeItem named(String other) {
        return switch (this) {
            case File(String name, int mode, long time, long size, Path file) ->
                new File(other, mode, time, size, file);
            case Directory(String name, int mode, long time) -> new Directory(other, mode, time);
            case Link(String name, long time, String target) -> new Link(other, time, target);
        };
    }

    /** This item with another time of its last change. */
    default TreeItem at(long other) {
        return switch (this) {
            case File(String name, int mode, long time, long size, Path file) ->
                new File(name, mode, other, size, file);
            case Directory(String name, int mode, long time) -> new Directory(name, mode, other);
            case Link(String name, long time, String target) -> new Link(name, other, target);
        };
    }

    default long bytes() {
        return this instanceof File file ? file.size() : 0;
    }

    /** Whether a file's name is UTF-8; one that is not reads the same as others, and would arrive as another one. */
    static boolean isText(String name) {
        return name.indexOf('\uFFFD') < 0;
    }
}
