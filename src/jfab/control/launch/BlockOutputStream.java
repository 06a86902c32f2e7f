package jfab.control.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Takes apart what {@code flow} answers: lines {@code NAME COUNT} with as many bytes behind them, and others. */
final class BlockOutputStream extends OutputStream {
    private static final int LONGEST_HEAD = 200;

    private final Blocks blocks;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private String name = "";
    private int left;

    /** Whoever takes the parts. */
    interface Blocks {
        /** The host has answered. */
        void answers();

        /** The log of {@code name} will be told from byte {@code offset} on. */
        void begins(String name, long offset);

        void bytes(String name, byte[] bytes, int offset, int length) throws IOException;

        /** {@code line} is a process and its state, as {@link Worker#parse} reads it. */
        void ended(String line) throws IOException;

        /** {@code name} failed with {@code code} in attempt {@code attempt} of its job, and waits for the next one. */
        void failed(int attempt, String name, int code);

        /** {@code name} has failed on a full disk, and begins again as soon as that has room; told every few seconds. */
        void waits(String name);
    }

    BlockOutputStream(Blocks blocks) {
        this.blocks = blocks;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (left > 0) {
                int count = Math.min(left, end - at);
                blocks.bytes(name, bytes, at, count);
                left -= count;
                at += count;
            } else if (bytes[at++] == '\n') {
                begin(head.toString(StandardCharsets.UTF_8));
                head.reset();
            } else if (head.size() < LONGEST_HEAD) {
                head.write(bytes[at - 1]);
            } else {
                throw new IOException("this is not the begin of a block: " + head.toString(StandardCharsets.UTF_8));
            }
        }
    }

    private void begin(String line) throws IOException {
        blocks.answers();
        if (line.startsWith("! ")) {
            blocks.ended(line.substring(2));
            return;
        }
        if (line.matches("\\? \\d{1,7} \\S+ \\d{1,3}")) {
            String[] words = line.split(" ", 4);
            blocks.failed(Integer.parseInt(words[1]), words[2], Integer.parseInt(words[3]));
            return;
        }
        if (line.matches("= \\S+ \\d{1,18}")) {
            String[] words = line.split(" ", 3);
            blocks.begins(words[1], Long.parseLong(words[2]));
            return;
        }
        if (line.matches("% \\S+")) {
            blocks.waits(line.substring(2));
            return;
        }
        int blank = line.lastIndexOf(' ');
        if (blank < 0 || !line.substring(blank + 1).matches("\\d{1,7}")) {
            throw new IOException("this is not the begin of a block: " + line);
        }
        name = line.substring(0, blank);
        left = Integer.parseInt(line.substring(blank + 1));
    }
}
