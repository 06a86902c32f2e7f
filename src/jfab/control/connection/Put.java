package jfab.control.connection;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import jfab.UserFolders;
import jfab.control.connection.command.GivenStream;
import jfab.control.connection.files.PathPattern;
import jfab.control.connection.files.PrivateFolder;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.files.Upload;
import jfab.control.connection.files.Upload.Source;

/** What the word {@code put} is given, made into an upload. Content that is no file is put down privately until it is sent. */
final class Put implements AutoCloseable {
    private final Path folder;
    private final Path home;
    private final List<Path> spooled = new ArrayList<>();

    /** Reads local paths relative to {@code folder}, and {@code ~} as {@code home}. */
    Put(Path folder, Path home) {
        this.folder = folder;
        this.home = home;
    }

    Upload upload(Object local, String remote, TransferOptions options) throws IOException {
        if (local instanceof CharSequence text) {
            return new Upload(sources(text.toString()), remote, options);
        }
        if (local instanceof Path path) {
            return new Upload(List.of(Source.of(folder.resolve(path))), remote, options);
        }
        return switch (local) {
            case File file -> upload(file.toPath(), remote, options);
            case byte[] bytes -> content(InputStream.nullInputStream(), bytes, remote, options);
            case InputStream in -> content(GivenStream.of(in), new byte[0], remote, options);
            case Reader reader ->
                content(
                        InputStream.nullInputStream(),
                        GivenStream.text(reader).getBytes(StandardCharsets.UTF_8),
                        remote,
                        options);
            case Iterable<?> many -> {
                List<Source> sources = new ArrayList<>();
                for (Object each : many) {
                    sources.addAll(upload(each, remote, options).sources());
                }
                yield new Upload(sources, remote, options);
            }
            case Object other ->
                throw new IOException("a " + other.getClass().getSimpleName()
                        + " cannot be put; a path, a list of paths, a stream, text: or bytes: can");
        };
    }

    /** The files that a path or a pattern stands for; a slash at the end stands for what is in a directory. */
    private List<Source> sources(String text) throws IOException {
        // As of a variable that is not set.
        if (text.isEmpty()) {
            throw new IOException("what is to be put has an empty name; '.' is this folder");
        }
        Path path = path(text);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) || !PathPattern.isOne(text)) {
            return List.of(text.endsWith("/") ? new Source(path, "") : Source.of(path));
        }
        PathPattern pattern = PathPattern.of(text);
        Path root = path(pattern.root());
        List<Source> sources = new ArrayList<>();
        for (Path match : matches(pattern, root)) {
            sources.add(new Source(root.resolve(match), match.toString()));
        }
        if (sources.isEmpty()) {
            throw new IOException("nothing here matches " + text);
        }
        return sources;
    }

    private static List<Path> matches(PathPattern pattern, Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        PathMatcher matcher = pattern.matcher();
        TreeSet<Path> matches = new TreeSet<>();
        try (Stream<Path> tree = Files.walk(root, pattern.depth())) {
            tree.map(root::relativize).filter(matcher::matches).forEach(matches::add);
        }
        // What is in a directory that matches goes with it.
        return matches.stream().filter(match -> !above(match, matches)).toList();
    }

    private static boolean above(Path match, Set<Path> matches) {
        for (Path up = match.getParent(); up != null; up = up.getParent()) {
            if (matches.contains(up)) {
                return true;
            }
        }
        return false;
    }

    /** A path of this machine as a task writes it. */
    Path path(String text) {
        return UserFolders.resolve(text, home, folder);
    }

    /** Content that arrives as a file of this name does. */
    Upload content(String name, byte[] bytes, String remote, TransferOptions options) throws IOException {
        Upload nameless = content(InputStream.nullInputStream(), bytes, remote, options);
        return new Upload(List.of(new Source(nameless.sources().getFirst().path(), name)), remote, nameless.options());
    }

    private Upload content(InputStream in, byte[] bytes, String remote, TransferOptions options) throws IOException {
        Path file = Files.createTempFile(PrivateFolder.of(home), "put", "");
        spooled.add(file);
        // Written to, not replaced: it was made for this user's eyes only.
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(bytes);
            in.transferTo(out);
        }
        return new Upload(List.of(new Source(file, "")), remote, options.ofText());
    }

    /** Whether something is sent that is no file of the user's. */
    boolean spools() {
        return !spooled.isEmpty();
    }

    @Override
    public void close() throws IOException {
        for (Path file : spooled) {
            Files.deleteIfExists(file);
        }
    }
}
