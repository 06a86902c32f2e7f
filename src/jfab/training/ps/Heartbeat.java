package jfab.training.ps;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import jfab.training.ps.job.FaultSettings;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Beat;
import org.jspecify.annotations.Nullable;

/**
 * A trainer's signs of life to its servers, and theirs to it: a message at every beat and its echo.
 *
 * <p>They have connections of their own, so that they do not queue behind tensors, and a thread of their own, so that they go
 * on while the training thread computes. That thread also sees where the training thread does not take what ends the job, since it is
 * busy outside of its steps.
 */
final class Heartbeat implements AutoCloseable {
    /** Where the beats for one server go. */
    private record Line(ManagedChannel channel, ClientCallStreamObserver<Message> out) {}

    private final long session;
    private final FaultSettings faults;
    private final ServerDialer dialer;
    private final Queue<ClientEvent> events;
    private final HeartbeatMonitor<ServerLink> watch;
    private final ObjLongConsumer<ClientEvent> untaken;
    private final Map<ServerLink, Line> lines = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("heartbeat").factory());

    private boolean interruptible = true;
    private @Nullable ClientEvent end;
    private long seen;

    /**
     * @param untaken takes what ends the job and is left in {@code events} for longer than a beat, and for how many nanoseconds it was, in
     *     another thread
     */
    Heartbeat(
            long session,
            FaultSettings faults,
            ServerDialer dialer,
            Queue<ClientEvent> events,
            ObjLongConsumer<ClientEvent> untaken) {
        this.session = session;
        this.faults = faults;
        this.dialer = dialer;
        this.events = events;
        this.untaken = untaken;
        watch = new HeartbeatMonitor<>(faults.silence());
        long pause = faults.interval().toNanos();
        var _ = clock.scheduleAtFixedRate(this::beat, 0, pause, TimeUnit.NANOSECONDS);
    }

    /** Begins to watch a server that listens. */
    void watch(ServerLink link) {
        lines.computeIfAbsent(link, _ -> {
            ManagedChannel channel = dialer.dial(link.endpoint(), _ -> {
                // The other stream has been refused as well, and tells why.
            });
            StreamObserver<Message> out = ClientCalls.asyncBidiStreamingCall(
                    channel.newCall(ParameterService.BEAT, CallOptions.DEFAULT.withWaitForReady()), new Echo(link));
            watch.begin(link);
            return new Line(channel, (ClientCallStreamObserver<Message>) out);
        });
    }

    /** Whether the server may be gone, so that it is not worth while to wait for its goodbye. */
    boolean quiet(ServerLink link) {
        return watch.quiet(link);
    }

    private void beat() {
        lines.values().forEach(line -> {
            if (line.out().isReady()) {
                line.out().onNext(new Beat(session));
            }
        });
        for (ServerLink link : watch.silent()) {
            events.add(new ClientEvent.Broken(link, Statuses.silence(faults)));
        }
        look();
    }

    private synchronized void look() {
        ClientEvent first =
                events.stream().filter(ClientEvent::ending).findFirst().orElse(null);
        long now = System.nanoTime();
        if (first == null || !first.equals(end) || !interruptible) {
            end = first;
            seen = now;
        } else if (now - seen > faults.interval().toNanos()) {
            untaken.accept(first, now - seen);
        }
    }

    /** Whether to tell of what ends the job although nobody takes it; returns when nobody is being told. */
    synchronized void interruptible(boolean now) {
        interruptible = now;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        lines.values().forEach(line -> line.channel().shutdownNow());
    }

    /** What a server answers. The end of these answers means nothing by itself: the other stream tells why. */
    private final class Echo implements StreamObserver<Message> {
        private final ServerLink link;

        private Echo(ServerLink link) {
            this.link = link;
        }

        @Override
        public void onNext(Message message) {
            watch.heard(link);
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onCompleted() {
            watch.end(link);
        }
    }
}
