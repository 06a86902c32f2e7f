package jfab.control.cli.output;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One of the process's own streams; a {@link PrintStream} alone forgets why it could not be written. */
final class StandardStream extends PrintStream {
    private final Descriptor descriptor;

    private static final class Descriptor extends FileOutputStream {
        private @Nullable IOException failure;
        private Runnable gone = () -> {};

        Descriptor(FileDescriptor descriptor) {
            super(descriptor);
        }

        @Override
        public void write(byte[] bytes, int start, int length) throws IOException {
            try {
                super.write(bytes, start, length);
            } catch (IOException e) {
                boolean first = failure == null;
                failure = e;
                if (first && lost().isEmpty()) {
                    gone.run();
                }
                throw e;
            }
        }

        Optional<String> lost() {
            return Optional.ofNullable(failure)
                    .map(why -> String.valueOf(why.getMessage()))
                    .filter(why -> !why.contains("Broken pipe"));
        }
    }

    private StandardStream(Descriptor descriptor) {
        super(new BufferedOutputStream(descriptor, 1 << 16), false, StandardCharsets.UTF_8);
        this.descriptor = descriptor;
    }

    /** Remote output is UTF-8 whatever the local locale; the caller flushes after each line. */
    static StandardStream of(FileDescriptor descriptor) {
        return new StandardStream(new Descriptor(descriptor));
    }

    /** Why some of what was written is lost, as on a full disk; nothing where the reader has gone away, as {@code head} does. */
    Optional<String> lost() {
        return descriptor.lost();
    }

    /** Has {@code told} run where the reader has gone away, once that is noticed. */
    void whenReaderGoes(Runnable told) {
        descriptor.gone = told;
    }
}
