package jfab.training.ps;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import java.util.function.Consumer;
import jfab.role.Endpoint;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.proof.ClientHandshake;
import jfab.training.ps.proof.JobSecret;
import jfab.training.ps.wire.MessageCodec;
import org.jspecify.annotations.Nullable;

/**
 * How a trainer reaches its servers.
 *
 * @param secret what both sides prove that they know
 * @param tls encrypts all connections; null for none
 * @param console takes the lines that the user should see at once
 * @param deadlines when a connection is given up
 */
record ServerDialer(JobSecret secret, @Nullable SslContext tls, Consumer<String> console, Deadlines deadlines) {
    static ServerDialer of(JobSettings settings) {
        return new ServerDialer(
                new JobSecret(settings.token()), settings.tls().client(), settings.console(), settings.deadlines());
    }

    /**
     * A connection of its own to {@code endpoint}, which need not listen yet.
     *
     * @param refused takes a sentence about the server where trying again is of no use
     */
    ManagedChannel dial(Endpoint endpoint, Consumer<String> refused) {
        ClientHandshake.Terms terms = terms(endpoint, refused);
        return deadlines
                .apply(NettyChannelBuilder.forAddress(
                        endpoint.host(),
                        endpoint.port(),
                        LargeFrames.ofClient(grpc -> new ClientHandshake(terms, grpc))))
                // Parameter servers are reached directly, whatever proxy the environment names for the web.
                .proxyDetector(_ -> null)
                .withOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(LargeFrames.SIZE))
                .directExecutor()
                .maxInboundMessageSize(MessageCodec.MAX_MESSAGE)
                .maxInboundMetadataSize(ParameterService.MAX_METADATA)
                .flowControlWindow(ParameterService.WINDOW)
                .build();
    }

    /** How a connection to {@code endpoint} begins. */
    ClientHandshake.Terms terms(Endpoint endpoint, Consumer<String> refused) {
        return new ClientHandshake.Terms(endpoint, secret, tls, deadlines, refused);
    }
}
