package jfab.connection.jsch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Output as it arrives, cut into lines of UTF-8. It is cut as bytes, so that no character ever is. */
final class Lines {
    private final Consumer<String> lines;
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();

    Lines(Consumer<String> lines) {
        this.lines = lines;
    }

    void add(byte[] bytes) {
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                part.write(bytes, start, i - start);
                emit();
                start = i + 1;
            }
        }
        part.write(bytes, start, bytes.length - start);
    }

    /** Reports a last line that has no end. */
    void end() {
        if (part.size() > 0) {
            emit();
        }
    }

    private void emit() {
        String line = part.toString(StandardCharsets.UTF_8);
        part.reset();
        lines.accept(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }
}
