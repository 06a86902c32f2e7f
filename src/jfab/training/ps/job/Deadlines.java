package jfab.training.ps.job;

import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfab.role.RoleException;

/**
 * When the wire gives up a connection: all such timers of gRPC and of the data connections, each set here and none left at a
 * library's default.
 *
 * <p>gRPC's {@code maxConnectionIdle}, {@code maxConnectionAge} and the age's grace are off unless set; its client's idle timeout
 * counts only while no stream is open, and a job's streams stay open. What ends a process that is silent is in
 * {@link FaultSettings}, what ends one that is slow in {@link JobSettings}.
 *
 * @param handshake within this time a new connection has shown what it is: that gRPC and TLS have agreed, or that a data
 *     connection has brought its key and has been answered (gRPC's own default is 120 s)
 * @param keepalive after this time a connection that rests gives a sign of life; gRPC ends its own where that stays unanswered for
 *     as long again
 */
public record Deadlines(Duration handshake, Duration keepalive) {
    private static final String HANDSHAKE = "JFAB_HANDSHAKE_TIMEOUT";

    /** How often a client may give signs of life: twice as often as ours do. */
    private static final int PERMITTED = 2;

    public Deadlines {
        if (!handshake.isPositive() || !keepalive.isPositive()) {
            throw new RoleException(HANDSHAKE + " must be above 0 seconds");
        }
    }

    /** From {@code JFAB_HANDSHAKE_TIMEOUT} (30 seconds). */
    public static Deadlines from(Map<String, String> environment) {
        return new Deadlines(JobSettings.seconds(environment, HANDSHAKE, 30), Duration.ofSeconds(10));
    }

    public NettyServerBuilder apply(NettyServerBuilder server) {
        return server.handshakeTimeout(handshake.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTime(keepalive.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(keepalive.toMillis(), TimeUnit.MILLISECONDS)
                .permitKeepAliveTime(keepalive.toMillis() / PERMITTED, TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true);
    }

    public NettyChannelBuilder apply(NettyChannelBuilder client) {
        return client.keepAliveTime(keepalive.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(keepalive.toMillis(), TimeUnit.MILLISECONDS);
    }
}
