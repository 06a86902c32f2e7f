package jfab.training.ps.proof;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import jfab.role.Endpoint;
import jfab.training.ps.job.Deadlines;
import org.jspecify.annotations.Nullable;

/**
 * A caller's side of every new connection: {@code next} learns that there is one when both sides have proved that they know the job's
 * secret; at once where there is none.
 */
public final class ClientHandshake extends ByteToMessageDecoder {
    /**
     * What the handshakes with a server have in common.
     *
     * @param tls what encrypts them, the proof included; null for none
     * @param refused takes a sentence about the server where trying again is of no use
     */
    public record Terms(
            Endpoint server,
            JobSecret secret,
            @Nullable SslContext tls,
            Deadlines deadlines,
            Consumer<String> refused) {}

    private final Terms terms;
    private final ChannelHandler next;
    private final byte[] own = JobSecret.nonce();
    private byte @Nullable [] server;
    private boolean over;

    public ClientHandshake(Terms terms, ChannelHandler next) {
        this.terms = terms;
        this.next = next;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        SslContext tls = terms.tls();
        if (tls != null) {
            Endpoint to = terms.server();
            context.pipeline().addBefore(context.name(), null, tls.newHandler(context.alloc(), to.host(), to.port()));
        }
        context.pipeline().addAfter(context.name(), null, next);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!terms.secret().known()) {
            context.fireChannelActive();
            return;
        }
        HandshakeMessage.tell(context, HandshakeMessage.HELLO, own);
        long seconds = terms.deadlines().handshake().toSeconds();
        var _ = context.executor()
                .schedule(
                        () -> fail(context, "it did not prove within " + seconds + " s that it knows the job's secret"),
                        terms.deadlines().handshake().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** Nobody is left to take the end of a time that a connection no longer has. */
    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        super.channelInactive(context);
        over = true;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) {
        byte letter = bytes.getByte(bytes.readerIndex());
        byte[] known = server;
        if (over) {
            bytes.skipBytes(bytes.readableBytes());
        } else if (letter == HandshakeMessage.REFUSAL) {
            if (bytes.readableBytes() > 1) {
                refuse(
                        context,
                        HandshakeMessage.Reason.sentence(bytes.skipBytes(1).readByte()));
            }
        } else if (!terms.secret().known()) {
            context.pipeline().remove(this);
        } else if (letter != (known == null ? HandshakeMessage.CHALLENGE : HandshakeMessage.PROOF)) {
            refuse(context, "what listens there is no parameter server of jfab");
        } else if (bytes.readableBytes() >= HandshakeMessage.MESSAGE) {
            byte[] content = HandshakeMessage.content(bytes);
            if (known == null) {
                server = content;
                HandshakeMessage.tell(
                        context, HandshakeMessage.PROOF, terms.secret().proof(JobSecret.Side.CALLER, own, content));
            } else if (terms.secret().proven(JobSecret.Side.SERVER, own, known, content)) {
                over = true;
                context.fireChannelActive();
                context.pipeline().remove(this);
            } else {
                refuse(context, "it does not know the job's secret");
            }
        }
    }

    /** A server that trusts no certificate of this process says so after the handshake, when the first bytes are awaited. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Stream.iterate(cause, each -> each != null, Throwable::getCause)
                .filter(SSLException.class::isInstance)
                .findFirst()
                .ifPresent(problem -> terms.refused().accept("its TLS handshake failed: " + problem.getMessage()));
        context.fireExceptionCaught(cause);
    }

    private void refuse(ChannelHandlerContext context, String reason) {
        terms.refused().accept(reason);
        fail(context, reason);
    }

    private void fail(ChannelHandlerContext context, String reason) {
        if (!over) {
            over = true;
            context.fireExceptionCaught(new IOException(reason));
            var _ = context.close();
        }
    }
}
