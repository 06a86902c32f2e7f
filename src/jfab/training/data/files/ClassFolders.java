package jfab.training.data.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import jfab.training.data.ByteOrderMark;
import jfab.training.data.DataException;

/**
 * A folder that has a folder per class, whatever folders that has, or files alone; in alphabetical order. Links are followed. What is
 * hidden is none of its.
 */
final class ClassFolders {
    private static final Set<String> PICTURES = Set.of("jpg", "jpeg", "png");

    /** Pictures too, which would be missing without a word if they were passed over. */
    private static final Set<String> OTHERS = Set.of("gif", "bmp", "webp", "tif", "tiff", "heic", "avif", "jfif");

    private ClassFolders() {}

    static Stream<Item> items(Path root, FileKind.Folder.Content content) {
        if (!Files.exists(root)) {
            throw new DataException(root, "no such folder");
        }
        List<Path> files = files(root, content);
        if (files.isEmpty()) {
            throw new DataException(
                    root,
                    content == FileKind.Folder.Content.PICTURES ? "holds no JPEG or PNG files" : "holds no .txt files");
        }
        return files.stream().map(file -> item(root, file, content));
    }

    private static Item item(Path root, Path file, FileKind.Folder.Content content) {
        Path below = root.relativize(file);
        String name = below.getNameCount() < 2 ? "" : below.getName(0).toString();
        return new Item(
                file,
                "",
                content == FileKind.Folder.Content.TEXTS
                        ? Map.of("class", name, "text", text(file))
                        : Map.of("class", name));
    }

    private static List<Path> files(Path root, FileKind.Folder.Content content) {
        try (Stream<Path> all =
                Files.isDirectory(root) ? Files.walk(root, FileVisitOption.FOLLOW_LINKS) : Stream.of(root)) {
            return all.filter(path ->
                            Files.isRegularFile(path) && !hidden(root.relativize(path)) && wanted(path, content))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw DataException.reading(root, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw DataException.reading(root, e);
        }
    }

    private static boolean hidden(Path below) {
        String text = below.toString();
        return text.startsWith(".") || text.contains("/.");
    }

    private static boolean wanted(Path file, FileKind.Folder.Content content) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        String suffix = name.substring(name.lastIndexOf('.') + 1);
        if (content == FileKind.Folder.Content.TEXTS) {
            return suffix.equals("txt");
        }
        if (OTHERS.contains(suffix)) {
            throw new DataException(file, "is no JPEG or PNG file; convert it, or take it out of the folder");
        }
        return PICTURES.contains(suffix);
    }

    private static String text(Path file) {
        try {
            return ByteOrderMark.without(Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new DataException(file, "is not UTF-8", e);
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
    }
}
