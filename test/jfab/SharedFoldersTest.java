package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing of jfab's lies where all users write: what one of them prepares there is what another one finds. */
class SharedFoldersTest {
    /** The folders' names, and calls that choose one of them unless they are given another. */
    private static final Pattern SHARED = Pattern.compile("/tmp\\b|/dev/shm|TMPDIR|java\\.io\\.tmpdir"
            + "|mktemp(?! -d \"\\$\\(cd \"\\$engine/| -d \"\\$private/| -d \"\\.\\$2\\.)"
            + "|createTemp(?:File|Directory)\\(\\s*\"");
    /** What stands in the user's home, and what a fabfile is shown to say. */
    private static final Pattern OURS = Pattern.compile("\\.jfab/tmp|(?:clean|path)(?:'|:)[^/]*'/tmp'");

    @Test
    void noSourceNamesAFolderThatAllUsersWriteTo() throws IOException {
        List<String> found;
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            found = Stream.concat(files, Stream.of(Path.of("jfab")))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .flatMap(file -> lines(file).stream()
                            .filter(line -> SHARED.matcher(OURS.matcher(line).replaceAll(""))
                                    .find())
                            .map(line -> file + ": " + line.strip()))
                    .toList();
        }
        assertEquals(List.of(), found);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
