package jfab.training.ps;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.util.function.Consumer;
import jfab.role.Endpoint;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.TlsSettings;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.MessageCodec;

/**
 * How a trainer reaches its servers.
 *
 * @param token goes along with every call
 * @param console takes the lines that the user should see at once
 * @param deadlines when a connection is given up
 */
record Dialer(JobToken token, TlsSettings tls, Consumer<String> console, Deadlines deadlines) {
    static Dialer of(JobSettings settings) {
        return new Dialer(new JobToken(settings.token()), settings.tls(), settings.console(), settings.deadlines());
    }

    /** A connection of its own to {@code endpoint}, which need not listen yet. */
    ManagedChannel dial(Endpoint endpoint) {
        return deadlines
                .apply(NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port(), LargeFrames.of(tls.client())))
                .intercept(token.attach())
                // Parameter servers are reached directly, whatever proxy the environment names for the web.
                .proxyDetector(_ -> null)
                .withOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(LargeFrames.SIZE))
                .directExecutor()
                .maxInboundMessageSize(MessageCodec.MAX_MESSAGE)
                .maxInboundMetadataSize(Wire.MAX_METADATA)
                .flowControlWindow(Wire.WINDOW)
                .build();
    }

    /** Tells {@code listener} what is wrong with the certificates if that is why {@code channel} does not connect. */
    void examine(ManagedChannel channel, Consumer<String> listener) {
        if (!tls.wanted()) {
            return;
        }
        ClientCall<Message, Message> probe = channel.newCall(Wire.TRAIN, CallOptions.DEFAULT);
        // Unlike the call that waits for its server, this one fails with what keeps it from connecting.
        probe.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onReady() {
                        probe.halfClose();
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        String problem = TlsSettings.problem(status);
                        if (problem != null) {
                            listener.accept(problem);
                        }
                    }
                },
                new Metadata());
    }
}
