package jfab.training.train;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;

/**
 * The process's own standard output, which says on standard error, once, that it could not be written; a {@link PrintStream} alone tells
 * nobody. A reader that has gone away, as {@code head} does, is no loss.
 */
final class StandardOutput extends FileOutputStream {
    private final String consequence;
    private volatile boolean lost;

    private StandardOutput(String consequence) {
        super(FileDescriptor.out);
        this.consequence = consequence;
    }

    /**
     * Puts it in the place of {@link System#out}.
     *
     * @param consequence behind the reason, on standard error
     */
    static StandardOutput watch(String consequence) {
        StandardOutput output = new StandardOutput(consequence);
        System.setOut(new PrintStream(new BufferedOutputStream(output), true, System.out.charset()));
        return output;
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
        try {
            super.write(bytes, start, length);
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            if (!lost && !why.contains("Broken pipe")) {
                lost = true;
                System.err.println("standard output could not be written: " + why + consequence);
            }
            throw e;
        }
    }

    /** Whether some of what was printed is lost. */
    boolean lost() {
        System.out.flush();
        return lost;
    }
}
