package jfab.control.connection;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import jfab.control.connection.broadcast.Broadcasts;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.Sudo;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.files.TransferResult;
import jfab.control.connection.files.Upload;
import jfab.script.TemplateFile;
import org.jspecify.annotations.Nullable;

/**
 * The words put and get of a connection: what a task gives them becomes an upload or a download.
 *
 * @param there remote paths as seen from the directory that the task is in
 * @param folder where relative local paths begin
 * @param together what hosts share that work at the same time
 */
record Transfers(
        Transport transport,
        Sudo sudo,
        UnaryOperator<String> there,
        Path folder,
        Path home,
        Together together,
        Broadcasts unasked) {
    /** What {@code broadcast} is where nobody has asked for one. */
    private static final String QUIETLY = "quietly";

    TransferResult put(Map<String, ?> given, @Nullable Object local, String remote, @Nullable Predicate<Path> filter) {
        try (Put put = new Put(folder, home)) {
            TransferWords words = new TransferWords(given, sudo);
            TransferOptions options = words.read("text", "bytes", "broadcast");
            Object content = content(given, local);
            Upload upload =
                    put.upload(content, there.apply(remote), filter == null ? options : options.withFilter(filter));
            return transport.put(put.spools() ? upload : upload.with(broadcasts(words)));
        } catch (IllegalArgumentException | IOException e) {
            throw new TransferException(transport.host(), remote, String.valueOf(e.getMessage()), e);
        }
    }

    private @Nullable Broadcasts broadcasts(TransferWords words) {
        return QUIETLY.equals(words.given().get("broadcast"))
                ? unasked
                : words.on("broadcast", false) ? together.broadcasts() : null;
    }

    /** Puts what the template {@code local} makes of {@code values}, in a file of its name and mode. */
    TransferResult template(Map<String, ?> given, String local, String remote, Map<?, ?> values) {
        Map<String, Object> named = new LinkedHashMap<>();
        values.forEach((name, value) -> named.put(String.valueOf(name), value));
        try (Put put = new Put(folder, home)) {
            Path file = put.path(local);
            if (!Files.isRegularFile(file)) {
                throw new IOException("there is no file " + local + " here");
            }
            byte[] text = TemplateFile.filled(file, named).getBytes(StandardCharsets.UTF_8);
            TransferOptions options = new TransferWords(given, sudo).read();
            int mode = (Integer) Files.getAttribute(file, "unix:mode") & 0777;
            return transport.put(put.content(
                    String.valueOf(file.getFileName()),
                    text,
                    there.apply(remote),
                    options.mode() == null ? options.withMode(mode) : options));
        } catch (IllegalArgumentException | IOException e) {
            throw new TransferException(transport.host(), remote, String.valueOf(e.getMessage()), e);
        }
    }

    private static Object content(Map<String, ?> given, @Nullable Object local) throws IOException {
        List<Object> contents = new ArrayList<>();
        if (local != null) {
            contents.add(local);
        }
        Object text = given.get("text");
        if (text != null) {
            contents.add(text.toString().getBytes(StandardCharsets.UTF_8));
        }
        if (given.get("bytes") instanceof byte[] bytes) {
            contents.add(bytes);
        }
        if (contents.size() != 1) {
            throw new IOException("put takes one of a path, text: and bytes:, and was given " + contents.size());
        }
        return contents.getFirst();
    }

    TransferResult get(Map<String, ?> given, String remote, @Nullable Object local, @Nullable Predicate<Path> filter) {
        try {
            TransferOptions options = new TransferWords(given, sudo).read();
            return transport.get(new Download(
                    there.apply(remote),
                    destination(local),
                    filter == null ? options : options.withFilter(filter),
                    together.files()));
        } catch (IllegalArgumentException e) {
            throw new TransferException(transport.host(), remote, String.valueOf(e.getMessage()), e);
        }
    }

    private Download.Destination destination(@Nullable Object local) {
        return switch (local) {
            case null -> new Download.Place(folder, "{host}/");
            case OutputStream out -> new Download.Stream(out);
            case Object path
            when path.toString().equals("~") || path.toString().startsWith("~/") ->
                new Download.Place(
                        home, path.toString().substring(path.toString().length() > 1 ? 2 : 1));
            case CharSequence path -> new Download.Place(folder, path.toString());
            case Path path -> new Download.Place(folder, path.toString());
            case File file -> new Download.Place(folder, file.toString());
            case Object other ->
                throw new IllegalArgumentException("get cannot write to a "
                        + other.getClass().getSimpleName()
                        + "; it takes a path, or an OutputStream: new ByteArrayOutputStream()");
        };
    }
}
