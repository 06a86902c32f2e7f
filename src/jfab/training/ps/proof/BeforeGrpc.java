package jfab.training.ps.proof;

import io.grpc.netty.ProtocolNegotiationEvent;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/** Reads what comes on a server's connection before gRPC does, and gives the connection away when it has read enough. */
public abstract class BeforeGrpc extends ByteToMessageDecoder {
    private @Nullable Object negotiation;

    /** gRPC begins its work with this event, which must not be before the connection is known to be one for it. */
    @Override
    public final void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof ProtocolNegotiationEvent) {
            negotiation = event;
        } else {
            super.userEventTriggered(context, event);
        }
    }

    /** {@code next} reads from here on. */
    protected final void giveWay(ChannelHandlerContext context, ChannelHandler next) {
        context.pipeline().addAfter(context.name(), null, next);
        if (negotiation != null) {
            context.fireUserEventTriggered(negotiation);
        }
        context.pipeline().remove(this);
    }
}
