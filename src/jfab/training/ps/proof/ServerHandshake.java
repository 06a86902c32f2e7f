package jfab.training.ps.proof;

import io.grpc.netty.ProtocolNegotiationEvent;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server's side of every new connection, of gRPC and for data: nothing else sees a byte of it before the caller has proved that it
 * knows the job's secret. Where there is none, every caller is let through that does not ask for one.
 *
 * <p>The caller proves first, so that who only knocks learns nothing to guess a weak secret by. A caller that says nothing is given up
 * at the deadline that gRPC has for all new connections.
 */
public final class ServerHandshake extends ByteToMessageDecoder {
    /** So long a caller that is refused may take to read why. */
    private static final int FAREWELL_SECONDS = 2;

    private final JobSecret secret;
    private final @Nullable SslContext tls;
    private final ChannelHandler next;
    private final byte[] own = JobSecret.nonce();
    private byte @Nullable [] caller;
    private @Nullable Object negotiation;
    private boolean refused;

    /**
     * @param tls what encrypts the connection, the proof included; null for none
     * @param next takes over when the caller is let through
     */
    public ServerHandshake(JobSecret secret, @Nullable SslContext tls, ChannelHandler next) {
        this.secret = secret;
        this.tls = tls;
        this.next = next;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        if (tls != null) {
            context.pipeline().addBefore(context.name(), null, tls.newHandler(context.alloc()));
        }
    }

    /** gRPC begins its work with this event, which must not be before the caller is let through. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof ProtocolNegotiationEvent) {
            negotiation = event;
        } else {
            super.userEventTriggered(context, event);
        }
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) {
        byte letter = bytes.getByte(bytes.readerIndex());
        byte[] known = caller;
        if (refused) {
            bytes.skipBytes(bytes.readableBytes());
        } else if (letter != (known == null ? Told.HELLO : Told.PROOF)) {
            if (secret.known()) {
                refuse(context, Told.Reason.NEEDED);
            } else {
                letThrough(context);
            }
        } else if (!secret.known()) {
            refuse(context, Told.Reason.NONE);
        } else if (bytes.readableBytes() >= Told.MESSAGE) {
            byte[] content = Told.content(bytes);
            if (known == null) {
                caller = content;
                Told.tell(context, Told.CHALLENGE, own);
            } else if (secret.proven(JobSecret.Side.CALLER, known, own, content)) {
                Told.tell(context, Told.PROOF, secret.proof(JobSecret.Side.SERVER, known, own));
                letThrough(context);
            } else {
                refuse(context, Told.Reason.DIFFERS);
            }
        }
    }

    private void letThrough(ChannelHandlerContext context) {
        context.pipeline().addAfter(context.name(), null, next);
        if (negotiation != null) {
            context.fireUserEventTriggered(negotiation);
        }
        context.pipeline().remove(this);
    }

    private void refuse(ChannelHandlerContext context, Told.Reason reason) {
        refused = true;
        Told.tell(context, Told.REFUSAL, reason.letter());
        // Closed at once, it could lose the answer to what the caller still sends.
        var _ = context.executor().schedule(() -> end(context), FAREWELL_SECONDS, TimeUnit.SECONDS);
    }

    private static void end(ChannelHandlerContext context) {
        var _ = context.close();
    }
}
