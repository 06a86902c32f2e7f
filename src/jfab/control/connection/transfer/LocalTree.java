package jfab.control.connection.transfer;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jfab.control.bundle.TreeItem;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.files.Upload;

/**
 * What an upload sends, by the names that it is to have in the directory that receives it.
 *
 * <p>Links below a source are sent as links; a source that is a link is what it points to. Devices, sockets and pipes are
 * left out. The owner of a directory may always write to it.
 *
 * @param items a directory before what is in it
 * @param others how many devices, sockets and pipes are left out
 */
record LocalTree(List<TreeItem> items, int others) {
    LocalTree(List<TreeItem> items) {
        this(items, 0);
    }

    static LocalTree of(Upload upload) throws IOException {
        List<TreeItem> items = new ArrayList<>();
        Set<String> made = new HashSet<>();
        int others = 0;
        for (Upload.Source source : upload.sources()) {
            if (!Files.exists(source.path())) {
                throw new IOException("there is no file " + source.path() + " here");
            }
            if (upload.sources().size() == 1
                    && !Files.isDirectory(source.path())
                    && !Files.isRegularFile(source.path())) {
                throw new IOException(
                        source.path() + " is a device, a pipe or a socket; text: and bytes: put what has no file");
            }
            Path start = Files.isDirectory(source.path()) ? source.path().toRealPath() : source.path();
            Walk walk = new Walk(start, source, upload.options(), items);
            walk.parents(made);
            Files.walkFileTree(start, walk);
            others += walk.others;
        }
        return new LocalTree(items, others);
    }

    LocalTree without(Set<? extends TreeItem> left) {
        return new LocalTree(items.stream().filter(item -> !left.contains(item)).toList());
    }

    long bytes() {
        return items.stream().mapToLong(TreeItem::bytes).sum();
    }

    /** Files and links; directories are not counted. */
    int files() {
        return (int) items.stream()
                .filter(item -> !(item instanceof TreeItem.Directory))
                .count();
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final Path start;
        private final Upload.Source source;
        private final TransferOptions options;
        private final List<TreeItem> items;
        private int others;

        Walk(Path start, Upload.Source source, TransferOptions options, List<TreeItem> items) {
            this.start = start;
            this.source = source;
            this.options = options;
            this.items = items;
        }

        /** The directories that lead to a source below a pattern's root. */
        void parents(Set<String> made) throws IOException {
            Path up = source.path().toAbsolutePath().normalize();
            Deque<Path> folders = new ArrayDeque<>();
            Deque<String> names = new ArrayDeque<>();
            for (int slash = source.name().lastIndexOf('/');
                    slash > 0;
                    slash = source.name().lastIndexOf('/', slash - 1)) {
                up = up.resolveSibling("");
                folders.push(up);
                names.push(source.name().substring(0, slash));
            }
            for (String name : names) {
                Path folder = folders.pop();
                if (made.add(name)) {
                    add(name, folder, true);
                }
            }
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes found) throws IOException {
            Path below = start.relativize(directory);
            boolean itself = directory.equals(start);
            if (!itself && !options.admits(below, true)) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            add(name(below), directory, true);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes found) throws IOException {
            boolean itself = file.equals(start);
            Path below = itself ? file.getFileName() : start.relativize(file);
            if (options.admits(below, false) && options.takes(below)) {
                add(itself ? source.name() : name(below), file, itself);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            throw new IOException(file + " cannot be read: " + e.getClass().getSimpleName(), e);
        }

        private String name(Path below) {
            String inside = below.toString();
            return source.name().isEmpty() || inside.isEmpty() ? source.name() + inside : source.name() + "/" + inside;
        }

        private void add(String name, Path file, boolean follow) throws IOException {
            if (!TreeItem.isText(name)) {
                throw new IOException(file + " has a name that is not UTF-8; rename it, or leave it out by exclude");
            }
            LinkOption[] links = follow ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class, links);
            long time = (options.preserve() ? found.lastModifiedTime().toMillis() : System.currentTimeMillis()) / 1000;
            if (found.isSymbolicLink()) {
                items.add(new TreeItem.Link(
                        name, time, Files.readSymbolicLink(file).toString()));
                return;
            }
            int mode = (int) Files.getAttribute(file, "unix:mode", links) & 07777;
            if (found.isDirectory()) {
                items.add(new TreeItem.Directory(name, Modes.directory(mode, options), time));
            } else if (found.isRegularFile()) {
                items.add(new TreeItem.File(name, Modes.file(mode, options), time, found.size(), file));
            } else {
                others++;
            }
        }
    }
}
