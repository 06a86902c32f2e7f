package jfab.control.own;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.cli.UsageException;
import jfab.control.connection.files.FileProblem;
import jfab.control.connection.host.LocalFiles;

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
     * @throws UsageException where there is no such template, or one of its files is here already or cannot be written; then none of them
     *     is written
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
            return write(files, source);
        } catch (IOException e) {
            throw new UsageException("cannot write here: " + FileProblem.of(e));
        }
    }

    private List<Path> write(List<Path> files, Path source) throws IOException {
        List<Path> written = new ArrayList<>();
        try {
            for (Path file : files) {
                Path target = folder.resolve(file).toAbsolutePath();
                Files.createDirectories(target.getParent());
                LocalFiles.replace(target, out -> Files.copy(source.resolve(file), out));
                written.add(target);
            }
            return files;
        } catch (IOException e) {
            for (Path file : written) {
                Files.deleteIfExists(file);
            }
            throw e;
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
