package jfab.control.connection.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfab.control.connection.transfer.RemoteFiles.Named;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real shell says of files, of which the last bytes may be lost on the way. */
class ListingTest {
    @TempDir
    private Path folder;

    /** This machine's, without the last bytes of what it says. */
    private record CutShell(int lost) implements Shell {
        @Override
        public void run(String script, List<String> arguments, @Nullable InputStream in, OutputStream out)
                throws IOException {
            List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
            command.addAll(arguments);
            byte[] said = new ProcessBuilder(command).start().getInputStream().readAllBytes();
            out.write(said, 0, Math.max(0, said.length - lost));
        }

        @Override
        public String ask(String script, String... arguments) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run(script, List.of(arguments), null, out);
            return out.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void interrupt() {}
    }

    @Test
    void anAnswerThatIsCutOffIsNone() throws IOException {
        Files.writeString(folder.resolve("a"), "");
        Files.createDirectory(folder.resolve("b\nc"));
        Listing whole = new Listing(new CutShell(0));
        assertEquals(
                List.of("a", "b\nc"),
                whole.directory(folder.toString()).stream()
                        .map(Named::name)
                        .sorted()
                        .toList());
        assertNotNull(whole.find(folder.toString()));
        assertNull(whole.find(folder + "/d"));
        for (int lost = 1; lost < 200; lost++) {
            Listing cut = new Listing(new CutShell(lost));
            assertThrows(IOException.class, () -> cut.directory(folder.toString()));
            assertThrows(IOException.class, () -> cut.find(folder.toString()));
            assertThrows(IOException.class, () -> cut.find(folder + "/d"));
        }
    }
}
