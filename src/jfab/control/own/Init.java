package jfab.control.own;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.cli.UsageException;

/**
 * Begins a project: {@code jfab init [TEMPLATE]}.
 *
 * @param templates a folder for each template
 * @param folder where its files are put
 */
public record Init(Path templates, Path folder) {
    /** The one that is meant where none is named. */
    public static final String PRESET = "tasks";

    /**
     * Copies the files of a template; gives them, as they are called in the folder.
     *
     * @throws UsageException where there is no such template or one of its files is here already; then nothing is written
     */
    public List<Path> write(String template) {
        Path source = templates.resolve(template);
        if (!template.matches("[a-z]+") || !Files.isDirectory(source)) {
            throw new UsageException("there is no template '" + template + "'; there are " + names());
        }
        try (Stream<Path> all = Files.walk(source)) {
            List<Path> files = all.filter(Files::isRegularFile)
                    .map(source::relativize)
                    .sorted()
                    .toList();
            for (Path file : files) {
                if (Files.exists(folder.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                    throw new UsageException(file + " is here already; nothing was written");
                }
            }
            for (Path file : files) {
                Path target = folder.resolve(file);
                Files.createDirectories(target.toAbsolutePath().getParent());
                Files.write(target, Files.readAllBytes(source.resolve(file)));
            }
            return files;
        } catch (IOException e) {
            throw new UsageException("cannot write here: " + e.getMessage());
        }
    }

    private String names() {
        try (Stream<Path> all = Files.list(templates)) {
            return all.map(each -> each.getFileName().toString()).sorted().collect(Collectors.joining(", "));
        } catch (IOException e) {
            return "none: " + templates + " is missing";
        }
    }
}
