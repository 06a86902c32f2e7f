package jfab.training.train;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Consumer;
import jfab.training.engine.checkpoint.CheckpointException;

/**
 * A file of records that grows beside the training and never ends it: what a full disk does not take is kept and tried again, and no
 * record lies there in part.
 */
final class RecordFile implements AutoCloseable {
    /** What is kept while nothing can be written; metrics of some minutes. */
    private static final int MOST_KEPT = 1 << 20;

    private final Path file;
    private final FileChannel channel;
    private final Consumer<String> console;
    private final OncePerSecond pace = new OncePerSecond();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long end;
    private boolean failing;
    private long left;

    private RecordFile(Path file, FileChannel channel, Consumer<String> console) throws IOException {
        this.file = file;
        this.channel = channel;
        this.console = console;
        this.end = channel.size();
    }

    /**
     * Opens it, with its folder; what is there already stays.
     *
     * @param console is told when records cannot be written, and when they can be again
     */
    static RecordFile open(Path file, Consumer<String> console) {
        try {
            Files.createDirectories(file.getParent());
            return new RecordFile(
                    file, FileChannel.open(file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE)), console);
        } catch (IOException e) {
            throw new CheckpointException(file, "the metrics cannot be written: " + e.getMessage(), e);
        }
    }

    /** On its way to the disk after a second, when it is flushed, and at the end. */
    void add(byte[] record) {
        if (failing && kept.size() + record.length > MOST_KEPT) {
            left++;
        } else {
            kept.writeBytes(record);
        }
        if (pace.due()) {
            flush();
        }
    }

    /** Hands what was added to the system, which has it also where this process is killed. */
    void flush() {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(kept.toByteArray());
            long to = end;
            while (bytes.hasRemaining()) {
                to += channel.write(bytes, to);
            }
            end = to;
            kept.reset();
            if (failing) {
                console.accept(file + ": is written again" + (left > 0 ? "; " + left + " steps are missing" : ""));
                failing = false;
                left = 0;
            }
        } catch (IOException e) {
            cut();
            if (!failing) {
                console.accept(
                        file + ": cannot be written: " + e.getMessage() + "; training goes on, and it is tried again");
            }
            failing = true;
        }
    }

    /** Takes away what a record has left in part; where that fails, the next one is written over it. */
    private void cut() {
        try {
            channel.truncate(end);
        } catch (IOException e) {
            // Told with the failure that led here.
        }
    }

    @Override
    public void close() {
        flush();
        if (failing) {
            console.accept(file + ": its last steps are missing");
        }
        try {
            channel.close();
        } catch (IOException e) {
            console.accept(file + ": " + e.getMessage());
        }
    }
}
