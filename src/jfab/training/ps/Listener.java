package jfab.training.ps;

import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Queue;
import jfab.role.Endpoint;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.proof.AcceptBackpressure;
import jfab.training.ps.proof.DescriptorLimit;
import jfab.training.ps.proof.JobSecret;
import jfab.training.ps.proof.ServerHandshake;
import jfab.training.ps.proof.UnprovenConnections;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.MessageCodec;

/** The open port of a parameter server: bound to its own address alone, it turns every call into a {@link TrainerLink}. */
final class Listener implements AutoCloseable {
    private static final int CLOSE_SECONDS = 1;

    /** Takes connections from the kernel, for all servers of this process; ends with it, as the next ones do. */
    private static final EventLoopGroup ACCEPTING =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("accept", true), NioIoHandler.newFactory());

    /** Read and write them. */
    private static final EventLoopGroup SERVING =
            new MultiThreadIoEventLoopGroup(new DefaultThreadFactory("serve", true), NioIoHandler.newFactory());

    private final Endpoint endpoint;
    private final Server server;
    private final Pulses pulses;

    private Listener(Endpoint endpoint, Server server, Pulses pulses) {
        this.endpoint = endpoint;
        this.server = server;
        this.pulses = pulses;
    }

    static Listener open(Endpoint endpoint, JobSettings settings, Queue<ServerEvent> events) {
        Pulses pulses = new Pulses(settings.faults(), events);
        DataDoor door = new DataDoor(!settings.tls().wanted(), settings.console());
        JobSecret secret = new JobSecret(settings.token());
        SslContext tls = settings.tls().server();
        UnprovenConnections unproven = unproven(settings);
        Server server = settings.deadlines()
                .apply(NettyServerBuilder.forAddress(
                        address(endpoint),
                        LargeFrames.ofServer(grpc ->
                                new ServerHandshake(secret, unproven, tls, entrance(grpc, settings, door, unproven)))))
                .channelFactory(AcceptBackpressure::newServerChannel)
                .bossEventLoopGroup(ACCEPTING)
                .workerEventLoopGroup(SERVING)
                .addService(service(pulses, door, events))
                // Handlers only copy and enqueue; handing them to another thread would cost more than they do.
                .directExecutor()
                .maxInboundMessageSize(MessageCodec.MAX_MESSAGE)
                .maxInboundMetadataSize(ParameterService.MAX_METADATA)
                .flowControlWindow(ParameterService.WINDOW)
                .build();
        try {
            return new Listener(endpoint, server.start(), pulses);
        } catch (IOException e) {
            server.shutdownNow();
            pulses.close();
            throw new ParameterServerException(endpoint, "cannot listen on " + endpoint + ": " + reason(e));
        }
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** The heartbeats of its callers. */
    Pulses pulses() {
        return pulses;
    }

    /** Lets what was sent reach the trainers, then frees the port. */
    @Override
    public void close() {
        pulses.close();
        server.shutdown();
        try {
            if (!server.awaitTermination(CLOSE_SECONDS, ParameterService.SECONDS)) {
                server.shutdownNow();
                server.awaitTermination(CLOSE_SECONDS, ParameterService.SECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static UnprovenConnections unproven(JobSettings settings) {
        int limit = UnprovenConnections.limit(DescriptorLimit.ofProcess());
        FloodNotice notice = new FloodNotice(limit, settings.console(), System::nanoTime);
        return new UnprovenConnections(limit, LargeFrames.SIZE, notice::closed);
    }

    private static ChannelHandler entrance(
            ChannelHandler grpc, JobSettings settings, DataDoor door, UnprovenConnections unproven) {
        return door.open() ? new FirstBytes(door, settings.deadlines(), unproven, grpc) : grpc;
    }

    private static ServerServiceDefinition service(Pulses pulses, DataDoor door, Queue<ServerEvent> events) {
        ServerServiceDefinition definition = ServerServiceDefinition.builder(ParameterService.SERVICE)
                .addMethod(
                        ParameterService.TRAIN,
                        ServerCalls.asyncBidiStreamingCall(out -> new TrainerLink(
                                (ServerCallStreamObserver<Message>) out, RemoteAddress.current(), door, events)))
                .addMethod(ParameterService.BEAT, ServerCalls.asyncBidiStreamingCall(pulses::accept))
                .build();
        return ServerInterceptors.intercept(definition, new RemoteAddress());
    }

    private static InetSocketAddress address(Endpoint endpoint) {
        try {
            return new InetSocketAddress(InetAddress.getByName(endpoint.host()), endpoint.port());
        } catch (UnknownHostException e) {
            throw new ParameterServerException(
                    endpoint, "cannot listen on " + endpoint + ": there is no host of that name");
        }
    }

    private static String reason(IOException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String message = String.valueOf(cause.getMessage());
        if (message.contains("in use")) {
            return "another process listens there; end it or choose another port";
        }
        return message.contains("assign") ? "this machine does not have that address" : message;
    }
}
