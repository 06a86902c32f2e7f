package jfab.training.ps;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.internal.ObjectPool;
import io.grpc.netty.GrpcHttp2ConnectionHandler;
import io.grpc.netty.InternalNettyChannelCredentials;
import io.grpc.netty.InternalNettyServerCredentials;
import io.grpc.netty.InternalProtocolNegotiator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.AsciiString;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * Connections that carry tensors: HTTP/2 frames of 256 KB where gRPC's are of 16, and received bytes that are not copied together
 * before they are looked at. gRPC has no setting for either; it lets whoever makes the credentials see the connection's handler,
 * and put before it what proves, encrypts, and tells data connections from gRPC's.
 */
final class LargeFrames implements InternalProtocolNegotiator.ProtocolNegotiator {
    /** Bytes per frame and per read. */
    static final int SIZE = 1 << 18;

    private final InternalProtocolNegotiator.ProtocolNegotiator inner;
    private final UnaryOperator<ChannelHandler> entrance;

    private LargeFrames(InternalProtocolNegotiator.ProtocolNegotiator inner, UnaryOperator<ChannelHandler> entrance) {
        this.inner = inner;
        this.entrance = entrance;
    }

    /**
     * What a server of such connections has for credentials.
     *
     * @param entrance is given what begins a connection of gRPC, and gives what begins any connection
     */
    static ServerCredentials ofServer(UnaryOperator<ChannelHandler> entrance) {
        InternalProtocolNegotiator.ServerFactory factory =
                InternalNettyServerCredentials.toNegotiator(InsecureServerCredentials.create());
        return InternalNettyServerCredentials.create(new InternalProtocolNegotiator.ServerFactory() {
            @Override
            public InternalProtocolNegotiator.ProtocolNegotiator newNegotiator(ObjectPool<? extends Executor> pool) {
                return new LargeFrames(factory.newNegotiator(pool), entrance);
            }
        });
    }

    /**
     * What a client of such connections has for credentials.
     *
     * @param entrance as for a server
     */
    static ChannelCredentials ofClient(UnaryOperator<ChannelHandler> entrance) {
        InternalProtocolNegotiator.ClientFactory factory =
                InternalNettyChannelCredentials.toNegotiator(InsecureChannelCredentials.create());
        return InternalNettyChannelCredentials.create(new InternalProtocolNegotiator.ClientFactory() {
            @Override
            public InternalProtocolNegotiator.ProtocolNegotiator newNegotiator() {
                return new LargeFrames(factory.newNegotiator(), entrance);
            }

            @Override
            public int getDefaultPort() {
                return factory.getDefaultPort();
            }
        });
    }

    @Override
    public ChannelHandler newHandler(GrpcHttp2ConnectionHandler handler) {
        handler.setCumulator(ByteToMessageDecoder.COMPOSITE_CUMULATOR);
        handler.decoder()
                .frameListener(new Http2FrameListenerDecorator(handler.decoder().frameListener()) {
                    private boolean asked;

                    @Override
                    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
                            throws Http2Exception {
                        super.onSettingsRead(context, settings);
                        if (!asked) {
                            asked = true;
                            var _ = handler.encoder()
                                    .writeSettings(
                                            context, new Http2Settings().maxFrameSize(SIZE), context.newPromise());
                            context.flush();
                        }
                    }
                });
        return entrance.apply(inner.newHandler(handler));
    }

    @Override
    public AsciiString scheme() {
        return inner.scheme();
    }

    @Override
    public void close() {
        inner.close();
    }
}
