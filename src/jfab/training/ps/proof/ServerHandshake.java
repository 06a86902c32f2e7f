package jfab.training.ps.proof;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
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
public final class ServerHandshake extends BeforeGrpc {
    /** So long a caller that is refused may take to read why. */
    private static final int FAREWELL_SECONDS = 2;

    private final JobSecret secret;
    private final @Nullable SslContext tls;
    private final ChannelHandler next;
    private final byte[] own = JobSecret.nonce();
    private byte @Nullable [] caller;
    private boolean refused;

    /**
     * @param unproven counts the connection from its start until the caller is known to belong to the job
     * @param tls what encrypts the connection, the proof included; null for none
     * @param next takes over when the caller is let through
     */
    public ServerHandshake(
            JobSecret secret, UnprovenConnections unproven, @Nullable SslContext tls, ChannelHandler next) {
        super(unproven);
        this.secret = secret;
        this.tls = tls;
        this.next = next;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        begin(context);
        if (tls != null) {
            context.pipeline().addBefore(context.name(), null, tls.newHandler(context.alloc()));
        }
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) {
        byte letter = bytes.getByte(bytes.readerIndex());
        byte[] known = caller;
        if (refused) {
            bytes.skipBytes(bytes.readableBytes());
        } else if (letter != (known == null ? HandshakeMessage.HELLO : HandshakeMessage.PROOF)) {
            if (secret.known()) {
                refuse(context, HandshakeMessage.Reason.NEEDED);
            } else {
                giveWay(context, next);
            }
        } else if (!secret.known()) {
            refuse(context, HandshakeMessage.Reason.NONE);
        } else if (bytes.readableBytes() >= HandshakeMessage.MESSAGE) {
            byte[] content = HandshakeMessage.content(bytes);
            if (known == null) {
                caller = content;
                HandshakeMessage.tell(context, HandshakeMessage.CHALLENGE, own);
            } else if (secret.proven(JobSecret.Side.CALLER, known, own, content)) {
                admit(context, secret.proof(JobSecret.Side.SERVER, known, own));
            } else {
                refuse(context, HandshakeMessage.Reason.DIFFERS);
            }
        }
    }

    private void admit(ChannelHandlerContext context, byte[] proof) {
        if (proven(context)) {
            HandshakeMessage.tell(context, HandshakeMessage.PROOF, proof);
            giveWay(context, next);
        }
    }

    private void refuse(ChannelHandlerContext context, HandshakeMessage.Reason reason) {
        refused = true;
        HandshakeMessage.tell(context, HandshakeMessage.REFUSAL, reason.letter());
        // Closed at once, it could lose the answer to what the caller still sends.
        var _ = context.executor().schedule(() -> end(context), FAREWELL_SECONDS, TimeUnit.SECONDS);
    }

    private static void end(ChannelHandlerContext context) {
        var _ = context.close();
    }
}
