package jfab.training.ps;

import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import jfab.training.ps.job.FaultSettings;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Beat;

/** The server's side of {@link Heartbeat}: echoes each beat in the network's thread, and tells of trainers that have none. */
final class Pulses implements AutoCloseable {
    private final FaultSettings faults;
    private final Queue<ServerEvent> events;
    private final HeartbeatMonitor<Long> watch;
    private final Map<Long, TrainerLink> trainers = new ConcurrentHashMap<>();
    private final Set<Pulse> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pulses").factory());

    Pulses(FaultSettings faults, Queue<ServerEvent> events) {
        this.faults = faults;
        this.events = events;
        watch = new HeartbeatMonitor<>(faults.silence());
        long pause = faults.interval().toNanos();
        var _ = clock.scheduleAtFixedRate(this::check, pause, pause, TimeUnit.NANOSECONDS);
    }

    /** Begins to watch a trainer that has joined. */
    void watch(TrainerLink link, long session) {
        trainers.put(session, link);
        watch.begin(session);
    }

    /** A caller's stream of beats. */
    StreamObserver<Message> accept(StreamObserver<Message> out) {
        Pulse pulse = new Pulse(out);
        open.add(pulse);
        return pulse;
    }

    private void check() {
        for (long session : watch.silent()) {
            TrainerLink link = trainers.remove(session);
            if (link != null) {
                events.add(new ServerEvent.Broken(link, Statuses.silence(faults)));
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        open.forEach(Pulse::end);
    }

    private final class Pulse implements StreamObserver<Message> {
        private final StreamObserver<Message> out;

        private Pulse(StreamObserver<Message> out) {
            this.out = out;
        }

        @Override
        public synchronized void onNext(Message message) {
            if (message instanceof Beat(long session) && open.contains(this)) {
                watch.heard(session);
                out.onNext(message);
            }
        }

        @Override
        public void onError(Throwable failure) {
            open.remove(this);
        }

        @Override
        public void onCompleted() {
            end();
        }

        synchronized void end() {
            if (open.remove(this)) {
                out.onCompleted();
            }
        }
    }
}
