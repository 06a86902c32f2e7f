package jfab.control.connection.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.PathPattern;
import jfab.control.connection.files.Sudo;
import jfab.control.connection.host.LocalFiles;
import jfab.control.connection.transfer.RemoteFiles.Entry;
import jfab.control.connection.transfer.RemoteFiles.Kind;
import jfab.control.connection.transfer.RemoteFiles.Named;
import org.jspecify.annotations.Nullable;

/** The copying of files from a host: a file by itself, a directory or what a pattern matches as a tree. */
public record Fetching(HostSide host) {

    /** Copies; {@code user} and {@code port} are what the placeholders of a local path stand for. */
    public Copied run(Download download, String user, int port) throws IOException {
        String path = RemotePath.fromHome(download.remote());
        return run(download, new Placeholders(host.host(), user, port, RemotePath.bare(path)));
    }

    /** Copies; the placeholders of a local path may stand for another path than the one that is read. */
    Copied run(Download download, Placeholders names) throws IOException {
        Sudo sudo = download.options().sudo();
        if (sudo != null) {
            return new Elevated(host, sudo).get(download, names);
        }
        String path = RemotePath.fromHome(download.remote());
        Entry entry = host.files().find(path);
        return switch (download.to()) {
            case Download.Stream stream -> read(path, entry, stream);
            case Download.Place place -> {
                String local = names.in(place.path());
                yield fetch(download, path, entry, resolved(place.folder(), local), local.endsWith("/"));
            }
        };
    }

    private Copied read(String path, @Nullable Entry entry, Download.Stream stream) throws IOException {
        if (entry == null || entry.directory()) {
            throw new IOException(entry == null ? "there is no such file" : "is a directory; a stream takes one file");
        }
        long[] bytes = {0};
        host.files().read(path, new CountingOutput(stream.out(), count -> bytes[0] += count));
        stream.out().flush();
        return new Copied(stream.described(), 1, bytes[0], 0);
    }

    private Copied fetch(Download download, String path, @Nullable Entry entry, Path local, boolean slash)
            throws IOException {
        if (entry == null && PathPattern.isOne(path)) {
            PathPattern pattern = PathPattern.of(path);
            List<Named> matched = matched(pattern);
            if (matched.isEmpty()) {
                throw new IOException("nothing there matches");
            }
            return new TreeFetch(host, download, rooted(pattern.root()), local).run(matched);
        }
        if (entry == null) {
            throw new IOException("there is no such file");
        }
        if (entry.directory()) {
            boolean named = !RemotePath.ofContent(path);
            Path into = named ? local.resolve(name(path)) : local;
            // What is named below a folder may be a link that a host's tree has brought there.
            if (named && Files.isSymbolicLink(into)) {
                throw new IOException(LocalMove.inTheWay(into));
            }
            return new TreeFetch(host, download, RemotePath.bare(path), into).run(null);
        }
        return file(download, path, entry, slash || Files.isDirectory(local) ? local.resolve(name(path)) : local);
    }

    private Copied file(Download download, String path, Entry entry, Path file) throws IOException {
        if (entry.kind() != Kind.FILE || RemotePath.ofContent(path)) {
            throw new IOException("is a device, a socket or a pipe");
        }
        Path folder = Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        TreeFetch tree = new TreeFetch(host, download, RemotePath.parent(path), folder);
        if (download.options().sync() && tree.alike(new Named(RemotePath.name(path), entry), file)) {
            download.files().keep(file, host.host());
            tree.adjust(entry, file);
            return new Copied(file.toString(), 0, 0, 1);
        }
        if (LocalFiles.isDevice(file)) {
            throw new IOException(file + " " + LocalFiles.DEVICE);
        }
        download.files().claim(file, host.host());
        long began = System.nanoTime();
        long size = new FileCopy(host.files(), host.progress(download.remote(), entry.size()))
                .get(path, entry, file, download.options(), arrived -> {
                    if (download.options().verify() || !known(path, entry, began)) {
                        tree.verify(List.of(RemotePath.name(path)), name -> arrived);
                    }
                });
        return new Copied(file.toString(), 1, size, 0);
    }

    /**
     * Whether the file is known to be what it was when its reading {@code began}; it may have become longer, as logs do.
     *
     * @throws IOException where it is known not to be: here is something of two versions then
     */
    private boolean known(String path, Entry entry, long began) throws IOException {
        Entry now = host.files().find(path);
        if (now == null || (now.size() == entry.size() && now.time() == entry.time())) {
            return !new LastWrite(host).mayBeSince(began, path, entry);
        }
        if (now.size() <= entry.size()) {
            throw new IOException("was replaced or written to while it was read; get it again when that is done");
        }
        host.notice(path + " became longer while it was read; get it again when that is done");
        return true;
    }

    private List<Named> matched(PathPattern pattern) throws IOException {
        host.needShell("a pattern");
        Listing listing = new Listing(host.shell());
        String root = RemotePath.plain(rooted(pattern.root()));
        if (!pattern.deep()) {
            List<Named> matching = listing.matching(root, pattern.rest());
            for (Named each : matching) {
                if (!pattern.admits(each.name())) {
                    throw new IOException("the host sends '" + each.name() + "', which it was not asked for");
                }
            }
            return matching;
        }
        PathMatcher matcher = pattern.matcher();
        return listing.tree(root).stream()
                .filter(each -> matchesAbove(matcher, Path.of(each.name())))
                .toList();
    }

    /** What is in a directory that matches comes with it. */
    private static boolean matchesAbove(PathMatcher matcher, Path path) {
        for (Path up = path; up != null; up = up.getParent()) {
            if (matcher.matches(up)) {
                return true;
            }
        }
        return false;
    }

    private static String rooted(String root) {
        return root.isEmpty() ? "." : RemotePath.bare(root);
    }

    private static Path resolved(Path folder, String local) throws IOException {
        try {
            return folder.resolve(local).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new IOException("no file here can be named '" + local + "'", e);
        }
    }

    private static String name(String path) throws IOException {
        String name = RemotePath.name(path);
        try {
            return Path.of(name).toString();
        } catch (InvalidPathException e) {
            throw new IOException("no file here can be named '" + name + "'", e);
        }
    }
}
