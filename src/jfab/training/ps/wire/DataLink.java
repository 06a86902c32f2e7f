package jfab.training.ps.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jfab.training.ps.job.Deadlines;
import org.jspecify.annotations.Nullable;

/**
 * One end of a data connection: a plain one beside a trainer's gRPC stream, on the same port, that carries nothing but slices
 * as {@link WireFrame}s.
 *
 * <ul>
 *   <li>Bytes go from tensor to socket and from socket to tensor, without a copy between; gRPC would make three.
 *   <li>Nothing is read before {@link #expect} has told where to; the sender then waits, as TCP has it.
 *   <li>Sending and receiving are done by the connection's own thread. Tensors may be freed when {@link #sending} is false, or
 *       after {@link #close}.
 * </ul>
 */
public final class DataLink extends ChannelInboundHandlerAdapter {
    /** What is handed to the connection before it has taken what came before. */
    private static final long AHEAD = 4L * WireFrame.LARGEST;

    /** A process that ends also ends its stream, which knows the reason; this long is left to it. */
    private static final int PATIENCE_SECONDS = 2;

    private static final int CLOSE_SECONDS = 10;

    private record Outgoing(int slice, SliceView view) {}

    /** What the stream beside a data connection learns of it. */
    public interface Listener {
        /** The other end has broken the protocol. */
        void broken(String problem);

        /** The connection has ended though nobody meant it to; both processes may well be alive. */
        void severed(String problem);

        /** All that was to be sent has left. */
        void sent();
    }

    private final Listener listener;
    private final Deadlines deadlines;
    private final AtomicInteger unsent = new AtomicInteger();
    private final Deque<Outgoing> outgoing = new ArrayDeque<>();
    private final TargetBuffers room = new TargetBuffers(this::target);
    private final ByteBuffer head = ByteBuffer.allocateDirect(WireFrame.SIZE);
    private @Nullable ChannelHandlerContext context;
    private long position;
    private long onTheWay;
    private @Nullable ChunkSink sink;
    private Runnable filled = () -> {};
    private ChunkSink.@Nullable Place place;
    private boolean held;
    private volatile boolean closing;

    public DataLink(Listener listener, Deadlines deadlines) {
        this.listener = listener;
        this.deadlines = deadlines;
    }

    /** Takes over a connection whose other end is known. */
    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        Channel channel = added.channel();
        channel.config().setAllocator(room);
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        // No firewall forgets a connection that rests while a trainer computes.
        long pause = deadlines.keepalive().toMillis();
        var pulse = added.executor().scheduleAtFixedRate(this::pulse, pause, pause, TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(_ -> pulse.cancel(false));
    }

    private void pulse() {
        if (onTheWay == 0 && !closing) {
            ByteBuf start = PooledByteBufAllocator.DEFAULT.directBuffer(WireFrame.SIZE);
            WireFrame.PULSE.write(start);
            var _ = connection().writeAndFlush(start, connection().voidPromise());
        }
    }

    /** Lets what comes next fill {@code next}, and runs {@code whenFilled} when it is full. */
    public void expect(ChunkSink next, Runnable whenFilled) {
        run(() -> {
            sink = next;
            filled = whenFilled;
            if (held) {
                held = false;
                begin();
                connection().channel().config().setAutoRead(!held);
            }
        });
    }

    /** Sends {@code view} as slice {@code number} after all that is to be sent already. */
    public void send(int number, SliceView view) {
        unsent.incrementAndGet();
        run(() -> {
            outgoing.add(new Outgoing(number, view));
            pump();
        });
    }

    /** Sends all of {@code views}, which are numbered from 0. */
    public void sendAll(List<SliceView> views) {
        for (int number = 0; number < views.size(); number++) {
            send(number, views.get(number));
        }
    }

    /** Whether something that was to be sent has not left yet; false when that was given up. */
    public boolean sending() {
        return unsent.get() > 0 && !closing;
    }

    private void pump() {
        ChannelHandlerContext connection = connection();
        while (!outgoing.isEmpty() && onTheWay < AHEAD) {
            Outgoing next = outgoing.getFirst();
            int count = (int) Math.min(WireFrame.LARGEST, next.view().length() - position);
            ByteBuf start = PooledByteBufAllocator.DEFAULT.directBuffer(WireFrame.SIZE);
            new WireFrame(next.slice(), position, count).write(start);
            ByteBuffer bytes = next.view().bytes(position, count);
            position += count;
            boolean last = position == next.view().length();
            if (last) {
                outgoing.removeFirst();
                position = 0;
            }
            onTheWay += count;
            var _ = connection.write(start);
            connection
                    .write(Unpooled.wrappedBuffer(bytes.order(ByteOrder.BIG_ENDIAN)))
                    .addListener(written -> left((ChannelFuture) written, count, last));
        }
        connection.flush();
    }

    private void left(ChannelFuture written, int count, boolean last) {
        onTheWay -= count;
        if (!written.isSuccess()) {
            severedBy(written.cause());
        } else if (last && unsent.decrementAndGet() == 0) {
            listener.sent();
        } else if (onTheWay < AHEAD && !outgoing.isEmpty()) {
            pump();
        }
    }

    private ByteBuffer target() {
        return place == null ? head : place.bytes();
    }

    @Override
    public void channelRead(ChannelHandlerContext source, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        int count = bytes.readableBytes();
        bytes.release();
        if (!room.gave(bytes)) {
            fail("it sent " + count + " bytes before its data connection was open");
            return;
        }
        ByteBuffer target = target();
        target.position(target.position() + count);
        if (target.hasRemaining()) {
            return;
        }
        if (place == null) {
            begin();
        } else {
            end(place);
        }
    }

    /** A head is there; it waits where nothing is expected. */
    private void begin() {
        WireFrame frame = WireFrame.read(head.duplicate().flip());
        ChunkSink open = sink;
        boolean pulse = frame.equals(WireFrame.PULSE);
        if (!pulse && (open == null || open.full())) {
            held = true;
            connection().channel().config().setAutoRead(false);
            return;
        }
        head.clear();
        if (pulse || open == null) {
            return;
        }
        try {
            place = open.place(frame);
        } catch (ProtocolException e) {
            fail("it sent " + e.getMessage());
        }
    }

    private void end(ChunkSink.Place whole) {
        place = null;
        ChunkSink open = sink;
        try {
            if (open != null) {
                open.placed(whole);
                if (open.full()) {
                    filled.run();
                }
            }
        } catch (ProtocolException e) {
            fail("it sent " + e.getMessage());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ended) {
        severed("the other end, or something between, closed it");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext where, Throwable cause) {
        var _ = where.close();
        severedBy(cause);
    }

    private void severedBy(Throwable cause) {
        severed(String.valueOf(cause.getMessage()));
    }

    private void severed(String problem) {
        if (!closing) {
            var _ = connection()
                    .executor()
                    .schedule(() -> end(() -> listener.severed(problem)), PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void fail(String problem) {
        end(() -> listener.broken(problem));
    }

    private void end(Runnable tell) {
        if (!closing) {
            closing = true;
            var _ = connection().close();
            tell.run();
        }
    }

    /** Ends the connection; when this returns, no tensor is read or written any more. Not for the connection's own thread. */
    public void close() {
        closing = true;
        ChannelHandlerContext open = context;
        if (open != null) {
            open.channel().close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private ChannelHandlerContext connection() {
        ChannelHandlerContext known = context;
        if (known == null) {
            throw new IllegalStateException("there is no connection yet");
        }
        return known;
    }

    private void run(Runnable work) {
        connection().executor().execute(() -> {
            if (!closing) {
                work.run();
            }
        });
    }
}
