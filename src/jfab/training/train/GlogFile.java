package jfab.training.train;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import jfab.role.Role;
import jfab.training.engine.checkpoint.CheckpointException;
import org.jspecify.annotations.Nullable;

/**
 * A log file in glog's format and under PaddlePaddle's names, in the folder that {@code GLOG_log_dir} names; nothing where that
 * is not set. Threads may write at the same time.
 */
final class GlogFile implements AutoCloseable {
    /** {@code I0601 08:07:22.832059 10549 TrainMain] text}. */
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS", Locale.ROOT);

    private final @Nullable PrintWriter out;
    private boolean dotted;
    private final long pid = ProcessHandle.current().pid();

    private GlogFile(@Nullable PrintWriter out) {
        this.out = out;
    }

    static GlogFile open(Role role, Map<String, String> environment) {
        String folder = environment.getOrDefault("GLOG_log_dir", "");
        if (folder.isBlank()) {
            return new GlogFile(null);
        }
        Path file = Path.of(folder, role == Role.PSERVER ? "paddle_pserver2.INFO" : "paddle_trainer.INFO");
        try {
            Files.createDirectories(file.getParent());
            return new GlogFile(new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8), true));
        } catch (IOException e) {
            throw new CheckpointException(file, "the log file cannot be written: " + e.getMessage(), e);
        }
    }

    /** Shows a dot, without a line of its own. */
    synchronized void dot() {
        System.out.print('.');
        System.out.flush();
        dotted = true;
    }

    /** Shows {@code line} on standard output at once, and logs it. */
    synchronized void print(String line) {
        if (dotted) {
            System.out.println();
            dotted = false;
        }
        System.out.println(line);
        System.out.flush();
        info(line);
    }

    void info(String text) {
        write('I', text);
    }

    void error(String text) {
        write('E', text);
    }

    private synchronized void write(char severity, String text) {
        if (out != null) {
            out.println(severity + STAMP.format(LocalDateTime.now(ZoneId.systemDefault())) + " " + pid + " TrainMain] "
                    + text);
        }
    }

    @Override
    public synchronized void close() {
        if (out != null) {
            out.close();
        }
    }
}
