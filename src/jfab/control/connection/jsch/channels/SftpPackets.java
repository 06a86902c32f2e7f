package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.ChannelSftp;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Requests to a host's server of files and the answers to them, each of which has its request's number, on a channel that JSch has opened. */
final class SftpPackets {
    /** What the host has said, behind the number. */
    record Answer(int type, ByteBuffer body) {}

    /** What a request says, behind its number. */
    interface Body {
        void write(DataOutputStream to) throws IOException;
    }

    /** Bytes of an answer, as long as OpenSSH's longest. */
    private static final int LONGEST = 256 << 10;

    /** Room for answers that long, and longer, is used again: memory that is new each time costs more than the copying. */
    private static final int REUSED = 16 << 10;

    private static final byte[] NOTHING = {};

    private final ChannelSftp channel;
    private final SftpWatch watch;
    private final OutputStream out;
    private final Map<Integer, CompletableFuture<Answer>> awaited = new ConcurrentHashMap<>();
    private volatile @Nullable IOException over;

    private final Queue<ByteBuffer> spare = new ConcurrentLinkedQueue<>();

    private volatile int last;

    /** Takes over {@code channel}, which is open and on which nothing was asked yet. */
    SftpPackets(ChannelSftp channel, SftpWatch watch) throws IOException {
        this.channel = channel;
        this.watch = watch;
        this.out = channel.getOutputStream();
        channel.setOutputStream(new Answers());
    }

    boolean connected() {
        return channel.isConnected();
    }

    void disconnect() {
        channel.disconnect();
        end(gone(null));
    }

    /** Answers to what was asked so far are not waited for any more. */
    void forget() {
        awaited.clear();
    }

    /** The answer to this request is not waited for any more. */
    void forget(int request) {
        awaited.remove(request);
    }

    /** Nothing of this answer's room is read any more. */
    void reuse(ByteBuffer body) {
        if (body.capacity() >= REUSED) {
            spare.add(body);
        }
    }

    private void end(IOException why) {
        over = over == null ? why : over;
        awaited.values().forEach(each -> each.completeExceptionally(why));
    }

    /** Puts answers together, as JSch's thread brings them, and gives them to whoever waits for them. */
    private final class Answers extends OutputStream {
        private final ByteBuffer head = ByteBuffer.allocate(9);
        private ByteBuffer body = ByteBuffer.allocate(0);

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            ByteBuffer come = ByteBuffer.wrap(bytes, from, length);
            while (come.hasRemaining()) {
                if (head.hasRemaining()) {
                    move(come, head);
                    if (!head.hasRemaining()) {
                        body = room(bodyLength(head.getInt(0) - 5));
                    }
                }
                if (!head.hasRemaining()) {
                    move(come, body);
                    if (!body.hasRemaining()) {
                        arrived(head.get(4) & 0xff, head.getInt(5), body.flip());
                        head.clear();
                    }
                }
            }
        }

        private ByteBuffer room(int length) {
            ByteBuffer free = length < REUSED ? null : spare.poll();
            return free == null || free.capacity() < length
                    ? ByteBuffer.allocate(length)
                    : free.clear().limit(length);
        }

        private static void move(ByteBuffer from, ByteBuffer to) {
            int count = Math.min(from.remaining(), to.remaining());
            to.put(to.position(), from, from.position(), count);
            to.position(to.position() + count);
            from.position(from.position() + count);
        }

        private int bodyLength(int told) throws IOException {
            if (told < 0 || told > LONGEST) {
                throw broken();
            }
            return told;
        }

        /** Why all that waits has failed; JSch ends a channel whose taker fails. */
        private IOException broken() {
            IOException why = malformed(null);
            end(why);
            return why;
        }

        private void arrived(int type, int number, ByteBuffer answer) throws IOException {
            if (number <= 0 || number > last) {
                throw broken();
            }
            watch.hear();
            CompletableFuture<Answer> asked = awaited.get(number);
            if (asked != null) {
                asked.complete(new Answer(type, answer));
            }
        }

        @Override
        public void close() {
            end(gone(null));
        }
    }

    /** Sends a request and returns its number. */
    int ask(int type, Body body) throws IOException {
        return ask(type, body, NOTHING, 0);
    }

    /** Sends a request, which ends with {@code count} bytes of {@code data}, and returns its number. */
    int ask(int type, Body body, byte[] data, int count) throws IOException {
        int number = last + 1;
        last = number;
        ByteArrayOutputStream held = new ByteArrayOutputStream(128);
        DataOutputStream written = new DataOutputStream(held);
        written.writeInt(0);
        written.writeByte(type);
        written.writeInt(number);
        body.write(written);
        byte[] packet = held.toByteArray();
        ByteBuffer.wrap(packet).putInt(packet.length - Integer.BYTES + count);
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        awaited.put(number, answer);
        IOException ended = over;
        if (ended != null) {
            answer.completeExceptionally(ended);
            return number;
        }
        try {
            out.write(packet);
            out.write(data, 0, count);
            out.flush();
        } catch (IOException e) {
            // JSch wraps what the connection says, and has words of its own for a channel that is closed.
            throw e.getCause() instanceof IOException broken && channel.isConnected() ? broken : gone(e);
        }
        return number;
    }

    /** The answer to a request, whatever comes before it; whoever asks watches over how long that takes. */
    Answer answer(int request) throws IOException {
        CompletableFuture<Answer> asked = Objects.requireNonNull(awaited.get(request));
        try {
            return asked.get();
        } catch (ExecutionException e) {
            Throwable why = Objects.requireNonNull(e.getCause());
            throw new IOException(why.getMessage(), why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } finally {
            awaited.remove(request);
        }
    }

    private static IOException gone(@Nullable IOException why) {
        return new IOException("the host's server of files ended", why);
    }

    static IOException malformed(@Nullable RuntimeException why) {
        return new IOException("the host's server of files says what is not SFTP", why);
    }
}
