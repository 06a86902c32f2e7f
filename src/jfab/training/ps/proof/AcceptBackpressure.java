package jfab.training.ps.proof;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerAdapter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has a server accept connections no faster than its threads take them over. One that is accepted has a file descriptor at once, and
 * is counted and closed by others only after that; a flood would take all descriptors before. The kernel keeps what is not accepted.
 */
public final class AcceptBackpressure extends ChannelInboundHandlerAdapter {
    /** So many connections may be accepted and not taken over; Netty accepts up to 16 more in one go. */
    static final int MOST = 64;

    private final AtomicInteger waiting = new AtomicInteger();

    /** A port, not yet open, that accepts in this way. */
    public static NioServerSocketChannel newServerChannel() {
        NioServerSocketChannel server = new NioServerSocketChannel();
        server.pipeline().addFirst(new AcceptBackpressure());
        return server;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel server = context.channel();
        Channel accepted = (Channel) message;
        AtomicBoolean over = new AtomicBoolean();
        Runnable release = () -> {
            if (over.compareAndSet(false, true)) {
                waiting.decrementAndGet();
                resume(server);
            }
        };
        if (waiting.incrementAndGet() >= MOST) {
            server.config().setAutoRead(false);
            // Others may have been taken over, and may have resumed, since they were counted.
            resume(server);
        }
        accepted.pipeline().addLast(new TakenOver(release));
        // One that breaks before is never taken over.
        accepted.closeFuture().addListener(_ -> release.run());
        context.fireChannelRead(message);
    }

    private void resume(Channel server) {
        if (waiting.get() < MOST) {
            server.config().setAutoRead(true);
        }
    }

    /** Is added to the pipeline of a connection by the thread that takes it over. */
    private static final class TakenOver extends ChannelHandlerAdapter {
        private final Runnable told;

        TakenOver(Runnable told) {
            this.told = told;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            context.pipeline().remove(this);
            told.run();
        }
    }
}
