package jfab.control.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.cli.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitTest {
    private static final Path TEMPLATES = Path.of("examples/templates");

    @TempDir
    Path folder;

    private final Path none = Path.of("none");

    private String refusal(Init init, String template) {
        return String.valueOf(
                assertThrows(UsageException.class, () -> init.write(template)).getMessage());
    }

    @Test
    void theFilesOfATemplateAreCopied() throws IOException {
        List<Path> written = new Init(TEMPLATES, folder).write("pytorch");
        assertEquals(List.of(Path.of("fabfile.groovy"), Path.of("package/train.py")), written);
        for (Path file : written) {
            assertEquals(-1, Files.mismatch(TEMPLATES.resolve("pytorch").resolve(file), folder.resolve(file)));
        }
    }

    @Test
    void whatIsHereAlreadyStaysAndNothingIsWritten() throws IOException {
        Files.createDirectories(folder.resolve("package"));
        Files.writeString(folder.resolve("package/train.py"), "mine");
        assertEquals(
                "package/train.py is here already; nothing was written",
                refusal(new Init(TEMPLATES, folder), "pytorch"));
        assertFalse(Files.exists(folder.resolve("fabfile.groovy")));
        assertEquals("mine", Files.readString(folder.resolve("package/train.py")));
    }

    @Test
    void whereOneCannotBeWrittenNoneIs() throws IOException {
        Files.writeString(folder.resolve("package"), "mine");
        assertEquals(
                "cannot write here: " + folder.resolve("package") + " is a file and no folder",
                refusal(new Init(TEMPLATES, folder), "pytorch"));
        assertFalse(Files.exists(folder.resolve("fabfile.groovy")));
    }

    @Test
    void aTemplateThatDoesNotExistIsAnsweredWithThoseThatDo() {
        assertEquals(
                "there is no template 'web'; there are cluster, pytorch, tasks",
                refusal(new Init(TEMPLATES, folder), "web"));
        assertEquals(
                "there is no template '../x'; there are cluster, pytorch, tasks",
                refusal(new Init(TEMPLATES, folder), "../x"));
        assertEquals(
                "there is no template 'tasks'; there are none: none is missing",
                refusal(new Init(none, folder), "tasks"));
    }
}
