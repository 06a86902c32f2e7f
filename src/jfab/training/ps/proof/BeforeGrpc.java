package jfab.training.ps.proof;

import io.grpc.netty.ProtocolNegotiationEvent;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/** Reads what comes on a server's connection before gRPC does, and gives the connection away when it has read enough. */
public abstract class BeforeGrpc extends ByteToMessageDecoder {
    private final UnprovenConnections unproven;
    private @Nullable Object negotiation;

    /**
     * @param unproven counts connections until they are known to belong to the job
     */
    protected BeforeGrpc(UnprovenConnections unproven) {
        this.unproven = unproven;
    }

    /** Counts a connection that begins, from which nothing has been read. */
    protected final void begin(ChannelHandlerContext context) {
        unproven.add(context.channel());
    }

    /**
     * Whoever calls belongs to the job, and may send tensors.
     *
     * @return false where the connection is being closed, and a caller that is told nothing makes a new one
     */
    protected final boolean proven(ChannelHandlerContext context) {
        return unproven.proven(context.channel());
    }

    /** gRPC begins its work with this event, which must not be before the connection is known to be one for it. */
    @Override
    public final void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof ProtocolNegotiationEvent) {
            negotiation = event;
        } else {
            super.userEventTriggered(context, event);
        }
    }

    /** {@code next} reads from here on; where it is gRPC, nothing more has to be proved. */
    protected final void giveWay(ChannelHandlerContext context, ChannelHandler next) {
        if (!(next instanceof BeforeGrpc) && !proven(context)) {
            return;
        }
        context.pipeline().addAfter(context.name(), null, next);
        if (negotiation != null) {
            context.fireUserEventTriggered(negotiation);
        }
        context.pipeline().remove(this);
    }
}
