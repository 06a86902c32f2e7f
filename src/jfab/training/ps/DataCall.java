package jfab.training.ps;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.proof.ClientHandshake;
import jfab.training.ps.wire.DataKey;
import jfab.training.ps.wire.DataLink;

/** A trainer's call for a data connection: shows its key, and hands the connection to a {@link DataLink} when it was let in. */
final class DataCall extends ByteToMessageDecoder {
    /** Threads of all data connections that this process has called for; they end with it. */
    private static final EventLoopGroup THREADS =
            new MultiThreadIoEventLoopGroup(new DefaultThreadFactory("data", true), NioIoHandler.newFactory());

    private final DataKey key;
    private final Deadlines deadlines;
    private final DataLink link;
    private final Runnable admitted;
    private final Consumer<String> refused;
    private boolean decided;

    private DataCall(DataKey key, Deadlines deadlines, DataLink link, Runnable admitted, Consumer<String> refused) {
        this.key = key;
        this.deadlines = deadlines;
        this.link = link;
        this.admitted = admitted;
        this.refused = refused;
    }

    /**
     * Calls {@code server}; either {@code admitted} is run once, or {@code refused} takes the reason, before the handshake's deadline.
     *
     * @param terms what must be proved before the key is shown
     */
    static void open(
            SocketAddress server,
            DataKey key,
            ClientHandshake.Terms terms,
            DataLink link,
            Runnable admitted,
            Consumer<String> refused) {
        Deadlines deadlines = terms.deadlines();
        new Bootstrap()
                .group(THREADS)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        deadlines.handshake().toMillis())
                .handler(new ClientHandshake(terms, new DataCall(key, deadlines, link, admitted, refused)))
                .connect(server)
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        refused.accept(String.valueOf(connected.cause().getMessage()));
                    }
                });
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ByteBuf greeting = context.alloc().buffer();
        FirstBytes.greet(greeting, key);
        var _ = context.writeAndFlush(greeting);
        var _ = context.executor()
                .schedule(
                        () -> refuse(context, "no answer"),
                        deadlines.handshake().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf answer, List<Object> out) {
        if (answer.readableBytes() < FirstBytes.ANSWER) {
            return;
        }
        if (decided || !FirstBytes.admits(answer.readSlice(FirstBytes.ANSWER))) {
            answer.skipBytes(answer.readableBytes());
            refuse(context, "it was answered by something else");
            return;
        }
        decided = true;
        context.pipeline().addAfter(context.name(), null, link);
        context.pipeline().remove(this);
        admitted.run();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        refuse(context, "it was refused");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        refuse(context, String.valueOf(cause.getMessage()));
    }

    private void refuse(ChannelHandlerContext context, String reason) {
        if (!decided) {
            decided = true;
            var _ = context.close();
            refused.accept(reason);
        }
    }
}
