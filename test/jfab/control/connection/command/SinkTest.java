package jfab.control.connection.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.LocalFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the output of commands goes. */
class SinkTest {
    @Test
    void hostsShareAPipeAndNoFile(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Process reader = new ProcessBuilder("cat", pipe.toString()).start();
        Sink sink = Sink.of("out", pipe.toString(), new LocalFiles());
        try (OutputStream one = sink.open(Host.parse("one"));
                OutputStream two = sink.open(Host.parse("two"))) {
            one.write('1');
            two.write('2');
        }
        assertEquals("12", new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8));

        Sink file = Sink.of("out", folder.resolve("file"), new LocalFiles());
        file.open(Host.parse("one")).close();
        assertThrows(IOException.class, () -> file.open(Host.parse("two")));
    }
}
