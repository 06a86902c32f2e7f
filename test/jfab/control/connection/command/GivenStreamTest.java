package jfab.control.connection.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class GivenStreamTest {
    private static ByteArrayInputStream memory() {
        return new ByteArrayInputStream("0123456789".repeat(10_000).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatLiesInMemoryIsThereForAllHostsAtTheSameTime() throws Exception {
        InputStream stream = memory();
        stream.skipNBytes(3);
        Reader reader = new StringReader("text");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> lengths = new ArrayList<>();
            List<Future<String>> texts = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                lengths.add(threads.submit(() -> GivenStream.of(stream).readAllBytes().length));
                texts.add(threads.submit(() -> GivenStream.text(reader)));
            }
            for (int i = 0; i < 50; i++) {
                assertEquals(99_997, lengths.get(i).get());
                assertEquals("text", texts.get(i).get());
            }
        }
    }

    @Test
    void anyOtherOneIsTakenOnce() throws Exception {
        InputStream stream = new BufferedInputStream(memory());
        assertEquals(100_000, GivenStream.of(stream).readAllBytes().length);
        IOException refused = assertThrows(IOException.class, () -> GivenStream.of(stream));
        assertEquals(
                "the stream has been read already, for this host or another one, and has its content once; give the file, text or bytes",
                refused.getMessage());
        Reader reader = new java.io.InputStreamReader(memory(), StandardCharsets.UTF_8);
        assertEquals(100_000, GivenStream.text(reader).length());
        assertThrows(IOException.class, () -> GivenStream.text(reader));
    }
}
