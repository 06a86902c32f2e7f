package jfab.control.warm;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Who called, at the other end of a socket: {@code client.c}. It has said what is to run before anything is answered; then it waits for
 * the end, passes signals on, and starts programs that are to have its terminal.
 */
final class Caller implements AutoCloseable {
    private static final int HEADER = 8;
    private static final int MOST = 4 << 20;
    private static final int FRAME = 9;
    /** What a command begins with, and a question of {@code jfab warm}. */
    private static final String COMMAND = "JFW2";

    /** How long who has been told that this process is ready may take to leave its command to it. */
    private static final Duration LEAVES = Duration.ofSeconds(1);

    static final String QUESTION = "JFWQ";

    private final SocketChannel channel;
    private final int descriptor;
    private List<Integer> streams = List.of();
    private String kind = "";
    private byte[] said = {};
    private final CallerPrograms programs = new CallerPrograms(this::send);

    /**
     * Hears what the other end of {@code channel} wants.
     *
     * @throws IOException where that is another account, or says something else
     */
    Caller(SocketChannel channel) throws IOException {
        this.channel = channel;
        this.descriptor = number(channel);
        if (!Libc.sameUser(descriptor)) {
            throw new IOException("this is somebody else");
        }
        byte[] header = read(HEADER);
        kind = new String(header, 0, 4, StandardCharsets.US_ASCII);
        int length = numbers(header).getInt(4);
        if (length < 0 || length > MOST) {
            throw new IOException("this is too long for a command");
        }
        said = read(length);
    }

    /** The kernel's number of {@code channel}; the flags that this process was started with open what knows it. */
    private static int number(SocketChannel channel) throws IOException {
        try {
            Method number = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFDVal");
            number.setAccessible(true);
            return (int) number.invoke(channel);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this Java does not tell its descriptors", e);
        }
    }

    boolean wantsCommand() {
        return kind.equals(COMMAND);
    }

    WarmRequest request() throws IOException {
        return WarmRequest.of(said);
    }

    /** What {@code jfab warm} asks. */
    String question() {
        return kind.equals(QUESTION) ? new String(said, StandardCharsets.UTF_8) : "";
    }

    /** Says that nothing has been done, and that nothing will be. */
    void refuse() throws IOException {
        write(new byte[] {'C'});
    }

    void answer(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Whether the caller leaves its command to this process, which is ready for it; the caller's standard streams come with that.
     *
     * @throws IOException where the caller says nothing within a second, or this process cannot open as many files more
     */
    boolean leavesIt() throws IOException {
        // Streams that find no room are lost, when the caller runs its command no more.
        streams = List.of(Libc.nothing(), Libc.nothing(), Libc.nothing());
        closeStreams();
        write(new byte[] {'W'});
        Libc.Received answer = Libc.receive(descriptor, 1, LEAVES);
        streams = answer.descriptors();
        return streams.size() == 3 && answer.bytes().equals(ByteBuffer.wrap(new byte[] {'G'}));
    }

    /** Makes the caller's standard streams those of this process. */
    void lendStreams() throws IOException {
        for (int stream = 0; stream < 3; stream++) {
            Libc.put(streams.get(stream), stream);
        }
        closeStreams();
    }

    /** What starts the caller's programs. */
    CallerPrograms programs() {
        return programs;
    }

    /** Tells the exit code of the command, which is over. */
    void ended(int code) throws IOException {
        tell('X', code & 0xff);
    }

    /** Tells the exit code that the command will have when this process has gone. */
    void ending(int code) throws IOException {
        tell('Y', code & 0xff);
    }

    /** Hears signals until the caller has gone, and then returns. */
    void listen(IntConsumer signals) {
        try {
            while (true) {
                byte[] frame = read(FRAME);
                int one = numbers(frame).getInt(1);
                int other = numbers(frame).getInt(5);
                switch (frame[0]) {
                    case 'K' -> signals.accept(one);
                    case 'P' -> programs.started(one);
                    case 'F' -> programs.refused(one);
                    case 'E' -> programs.ended(one, other);
                    default -> throw new IOException("this is no caller any more");
                }
            }
        } catch (IOException e) {
            // It has gone.
        } finally {
            programs.gone();
        }
    }

    private void tell(char what, int number) throws IOException {
        write(ByteBuffer.allocate(5)
                .order(ByteOrder.nativeOrder())
                .put((byte) what)
                .putInt(number)
                .array());
    }

    /** Sends a program and its streams. */
    private void send(byte[] program, int[] its) throws IOException {
        byte[] header = ByteBuffer.allocate(5)
                .order(ByteOrder.nativeOrder())
                .put((byte) 'S')
                .putInt(program.length)
                .array();
        synchronized (channel) {
            Libc.send(descriptor, Arrays.copyOf(header, 1), its);
            write(Arrays.copyOfRange(header, 1, header.length));
            write(program);
        }
    }

    private void write(byte[] bytes) throws IOException {
        synchronized (channel) {
            for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
                channel.write(left);
            }
        }
    }

    private byte[] read(int count) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(count);
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new IOException("the caller has gone");
            }
        }
        return into.array();
    }

    private static ByteBuffer numbers(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    private void closeStreams() throws IOException {
        for (int stream : streams) {
            Libc.close(stream);
        }
        streams = List.of();
    }

    @Override
    public void close() throws IOException {
        closeStreams();
        channel.close();
    }
}
