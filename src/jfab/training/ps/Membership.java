package jfab.training.ps;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import jfab.role.Endpoint;
import jfab.role.RoleSpec;
import jfab.training.ps.ClientEvent.Aborted;
import jfab.training.ps.ClientEvent.Answered;
import jfab.training.ps.ClientEvent.Broken;
import jfab.training.ps.ClientEvent.Delivered;
import jfab.training.ps.ClientEvent.Finished;
import jfab.training.ps.ClientEvent.Measured;
import jfab.training.ps.ClientEvent.Ready;
import jfab.training.ps.ClientEvent.Resumed;
import jfab.training.ps.ClientEvent.RolledBack;
import jfab.training.ps.ClientEvent.RowsDelivered;
import jfab.training.ps.ClientEvent.Severed;
import jfab.training.ps.ClientEvent.Stopped;
import jfab.training.ps.ClientEvent.Welcomed;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.OnFailure;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.job.RolledBackException;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Abort;
import jfab.training.ps.wire.Message.Bye;
import jfab.training.ps.wire.Message.Compare;
import jfab.training.ps.wire.Message.Compared;
import jfab.training.ps.wire.Message.Have;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.Message.Rollback;
import jfab.training.ps.wire.Message.Stop;
import org.jspecify.annotations.Nullable;

/** A trainer's membership in its job: one link per server, from joining to leaving. */
final class Membership implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration FAREWELL = Duration.ofSeconds(10);
    private static final Duration LAST_WORD = Duration.ofSeconds(3);

    private static final Duration GLANCE = Duration.ofMillis(20);

    private final RoleSpec role;
    private final JobSettings settings;
    private final long session = new SecureRandom().nextLong();
    private final ServerDialer dialer;
    private final BlockingQueue<ClientEvent> events = new LinkedBlockingQueue<>();
    private final Heartbeat heartbeat;
    private final Consumer<String> lost;
    private final Inbox<ClientEvent> inbox;
    private volatile List<ServerLink> links = List.of();
    /** Servers that will not say goodbye. */
    private final Set<ServerLink> gone = new HashSet<>();

    private final NormSums norms = new NormSums();
    private volatile @Nullable String over;
    /** Which other trainer was stopped, if one was. */
    private @Nullable Stopped stopped;

    private final Set<Long> offers = new TreeSet<>();
    private int rank;
    private boolean joined;
    private boolean finishing;
    private boolean noticed;

    /** @param lost takes why the job is over, in another thread, where the training thread does not take notice of it */
    Membership(RoleSpec role, JobSettings settings, Consumer<String> lost) {
        this.lost = lost;
        this.role = role;
        this.settings = settings;
        dialer = ServerDialer.of(settings);
        heartbeat = new Heartbeat(session, settings.faults(), dialer, events, this::leave);
        rank = role.trainerId();
        inbox = new Inbox<>(events, role.pservers().getFirst());
    }

    /** One per server, in the order of the endpoints. */
    List<ServerLink> links() {
        return links;
    }

    /** Joins at all servers, once, and gives the rank. */
    int join() {
        if (!joined) {
            connect(settings.join());
        }
        String cause = over;
        if (cause != null) {
            throw new ParameterServerException(role.pservers().getFirst(), cause);
        }
        return rank;
    }

    private void connect(Duration limit) {
        links = role.pservers().stream()
                .map(endpoint -> ServerLink.open(endpoint, dialer, events))
                .toList();
        Set<ServerLink> missing = new HashSet<>(links);
        while (!missing.isEmpty()) {
            ClientEvent event = poll(names(missing) + " to listen", limit);
            if (event instanceof Ready(ServerLink link)) {
                heartbeat.watch(link);
                missing.remove(link);
            }
        }
        // Only the first server numbers trainers; the others are told the number.
        welcome(links.subList(0, 1), limit);
        welcome(links.subList(1, links.size()), limit);
        joined = true;
    }

    private @Nullable ClientEvent poll(String whom, Duration limit) {
        try {
            ClientEvent event = inbox.poll(whom, limit, PAUSE);
            if (event == null) {
                links.forEach(ServerLink::hurry);
                if (!noticed) {
                    noticed = true;
                    settings.console().accept("waiting for " + whom);
                }
                return null;
            }
            return checked(event);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private void welcome(List<ServerLink> newcomers, Duration limit) {
        newcomers.forEach(link -> link.send(new Join(rank, role.trainers(), session)));
        Set<ServerLink> missing = new HashSet<>(newcomers);
        while (!missing.isEmpty()) {
            if (next(names(missing) + " to let this trainer in", limit)
                    instanceof Welcomed(ServerLink link, int given, List<Long> steps)) {
                rank = given;
                if (link == links.getFirst()) {
                    offers.addAll(steps);
                }
                offers.retainAll(steps);
                missing.remove(link);
            }
        }
    }

    /** The steps of the checkpoints that all servers can go back to. */
    List<Long> offers() {
        return List.copyOf(offers);
    }

    /**
     * Tells all servers which of the {@link #offers} this trainer can go back to as well.
     *
     * @return the step that training goes on from
     */
    long resume(List<Long> have) {
        links.forEach(link -> link.send(new Have(have)));
        // The servers wait for all trainers to join, and know better for whom.
        Duration limit = settings.join().plusSeconds(30);
        Set<ServerLink> missing = new HashSet<>(links);
        long step = 0;
        while (!missing.isEmpty()) {
            if (next(names(missing) + " to say where training begins", limit)
                    instanceof Resumed(ServerLink link, long resumed)) {
                step = resumed;
                missing.remove(link);
            }
        }
        return step;
    }

    /** What the first server says when all trainers have sent it what they want compared. */
    Compared compare(Compare own, Duration limit) {
        ServerLink first = links.getFirst();
        first.send(own);
        while (true) {
            if (next(names(Set.of(first)) + " to say what the other trainers have", limit)
                    instanceof Answered(ServerLink _, Compared answer)) {
                return answer;
            }
        }
    }

    /** Waits until everything that data connections were given has left. */
    void awaitSent(Duration limit) {
        for (List<ServerLink> busy = sending(); !busy.isEmpty(); busy = sending()) {
            next(names(busy) + " to take what this trainer sends", limit);
        }
    }

    private List<ServerLink> sending() {
        return links.stream().filter(ServerLink::sending).toList();
    }

    /** Ends all data connections: tensors that they were to read or write may be freed. */
    void abandon() {
        links.forEach(ServerLink::abandon);
    }

    /** Sends all of {@code outgoing} in this thread, to each server as fast as it takes it. */
    void pump(Map<ServerLink, Iterator<Message>> outgoing, Duration limit) {
        while (true) {
            boolean sent = false;
            for (Map.Entry<ServerLink, Iterator<Message>> entry : outgoing.entrySet()) {
                if (entry.getValue().hasNext() && entry.getKey().ready()) {
                    entry.getKey().send(entry.getValue().next());
                    sent = true;
                }
            }
            Set<ServerLink> waiting = outgoing.entrySet().stream()
                    .filter(entry -> entry.getValue().hasNext())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            if (waiting.isEmpty()) {
                return;
            }
            if (!sent) {
                next(names(waiting) + " to take what this trainer sends", limit);
            }
        }
    }

    /** Waits until every server has delivered what was pulled, or has said that there is nothing more. */
    void awaitDelivery(String what, Duration limit) {
        Set<ServerLink> missing = new HashSet<>(links);
        while (!missing.isEmpty()) {
            switch (next(names(missing) + " " + what, limit)) {
                case Delivered(ServerLink link) -> missing.remove(link);
                case Stopped stop -> {
                    stopped = stop;
                    missing.remove(stop.link());
                }
                default -> {}
            }
        }
    }

    /** Throws that another trainer was stopped, if one was; this one may still ask for rows. */
    void checkStopped() {
        Stopped stop = stopped;
        if (stop != null) {
            throw settings.faults().onFailure() == OnFailure.RESTART
                    ? new RolledBackException(stop.cause())
                    : ParameterServerException.stopped(stop.link().endpoint(), stop.cause());
        }
    }

    /** Waits until every server has answered all questions for rows. */
    void awaitRows(String what, Duration limit) {
        for (Set<ServerLink> missing = askedForRows(); !missing.isEmpty(); missing = askedForRows()) {
            next(names(missing) + " " + what, limit);
        }
    }

    private Set<ServerLink> askedForRows() {
        return links.stream().filter(link -> !link.rows().answered()).collect(Collectors.toSet());
    }

    /** Throws what has ended or sent back the job, if anything has. */
    void check() {
        events.stream().filter(ClientEvent::ending).forEach(this::checked);
    }

    /** Whether what ends the job may end this process while the training thread does something else. */
    void interruptible(boolean now) {
        heartbeat.interruptible(now);
    }

    /**
     * Does for the training thread, which is busy with something else, what {@code event} would have it do. Where it would go back, it has
     * half of the time that the others wait for it: one that hangs is to be started again before they give up.
     *
     * @param untaken for how many nanoseconds it has taken no notice
     */
    private void leave(ClientEvent event, long untaken) {
        if (over != null) {
            return;
        }
        String cause = ending(event);
        if (settings.faults().onFailure() == OnFailure.RESTART) {
            Duration limit = settings.join().dividedBy(2);
            if (untaken > limit.toNanos()) {
                over = cause;
                lost.accept(cause + "; trainer " + rank + " has not gone back to the last checkpoint within "
                        + limit.toMillis() / 1e3 + " s, and ends in order to be started again");
            }
            return;
        }
        end(cause);
        long limit = System.nanoTime() + LAST_WORD.toNanos();
        while (System.nanoTime() < limit
                && links.stream()
                        .anyMatch(link -> !link.equals(event.link()) && !link.closed() && !heartbeat.quiet(link))) {
            LockSupport.parkNanos(GLANCE.toNanos());
        }
        lost.accept(cause);
    }

    /** Ends the job for all, unless it is over. */
    void abort(String cause) {
        if (over != null) {
            return;
        }
        if (!joined && links.isEmpty()) {
            try {
                connect(FAREWELL);
            } catch (ParameterServerException e) {
                // Nobody is there to be told.
                end(cause);
                return;
            }
        }
        end(failed(cause));
    }

    /**
     * Leaves the job as one that died, whose place may be taken again; ends it for all where the user has not chosen that.
     *
     * <p>Returns when the servers have been told: the process may end at once.
     */
    void fail(String cause) {
        if (over != null) {
            return;
        }
        if (settings.faults().onFailure() == OnFailure.RESTART) {
            over = cause;
            links.forEach(link -> link.end(new Rollback(failed(cause))));
        } else {
            abort(cause);
        }
        if (joined) {
            awaitEnd(LAST_WORD);
        }
    }

    private String failed(String cause) {
        return "trainer " + rank + " failed: " + cause;
    }

    /** Leaves the job before the end of training; what becomes of the others the user has chosen. */
    void stop() {
        if (joined && over == null) {
            over = "this trainer was stopped";
            links.forEach(link -> link.end(new Stop("a signal")));
        }
    }

    private void end(String cause) {
        over = cause;
        links.forEach(link -> link.end(new Abort(cause)));
    }

    /**
     * Says that this trainer has trained to the end.
     *
     * <p>Where the death of a process sends all back, it stays at hand until the others have finished too.
     */
    void finish() {
        if (joined && over == null && settings.faults().onFailure() == OnFailure.RESTART) {
            finishing = true;
            links.forEach(link -> link.send(new Bye()));
            boolean finished = false;
            while (!finished) {
                finished = next("the other trainers to finish", settings.step()) instanceof Finished;
            }
            over = "this trainer has left the job";
        }
    }

    @Override
    public void close() {
        boolean orderly = over == null && joined;
        if (orderly) {
            over = "this trainer has left the job";
            links.forEach(link -> link.end(new Bye()));
        }
        if (joined) {
            awaitEnd(orderly ? FAREWELL : LAST_WORD);
        }
        heartbeat.close();
        links.forEach(ServerLink::close);
    }

    /** Until every server has seen the last message: a connection that ends earlier may take it along. */
    private void awaitEnd(Duration limit) {
        try {
            for (List<ServerLink> open = open(); !open.isEmpty(); open = open()) {
                if (inbox.next(names(open) + " to end", limit) instanceof Broken(ServerLink link, String _)) {
                    gone.add(link);
                }
            }
        } catch (ParameterServerException e) {
            // The servers have been told; what keeps them from answering is theirs to report, and nobody waits for it
            // once more.
            gone.addAll(links);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<ServerLink> open() {
        return links.stream()
                .filter(link -> !link.closed() && !gone.contains(link) && !heartbeat.quiet(link))
                .toList();
    }

    private ClientEvent next(String whom, Duration limit) {
        try {
            return checked(inbox.next(whom, limit));
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ParameterServerException e) {
            end("trainer " + rank + " " + e.getMessage());
            throw e;
        }
    }

    /** Lets through what belongs to training; whatever ends the job is passed on to the other servers and thrown. */
    private ClientEvent checked(ClientEvent event) {
        boolean restarts = settings.faults().onFailure() == OnFailure.RESTART && over == null;
        String cause = switch (event) {
            case Ready _, Welcomed _, Resumed _, Delivered _, RowsDelivered _, Answered _, Stopped _ -> over;
            case Measured measured -> norms.add(measured, links);
            case Aborted _ -> {
                restarts = false;
                yield ending(event);
            }
            case Broken(ServerLink link, String _) -> {
                gone.add(link);
                yield ending(event);
            }
            case RolledBack _, Severed _ -> ending(event);
            // A server says goodbye when all trainers have.
            case Finished _ -> finishing ? null : ending(event);
        };
        if (cause == null) {
            return event;
        }
        if (restarts) {
            rollBack(cause);
        }
        String first = over == null ? cause : over;
        end(first);
        throw ParameterServerException.elsewhere(event.link().endpoint(), first);
    }

    /** What has ended the job, where {@code event} has. */
    private String ending(ClientEvent event) {
        return switch (event) {
            case Aborted(ServerLink _, String cause) -> cause;
            case RolledBack(ServerLink _, String cause) -> cause;
            case Severed(ServerLink link, String problem) ->
                Statuses.severed("trainer " + rank + " of " + role.trainers(), link.endpoint(), problem);
            case Broken(ServerLink link, String problem) -> lost(link) + problem;
            default -> lost(event.link()) + "it left without a word";
        };
    }

    /** Leaves the job in order to join it again. */
    private void rollBack(String cause) {
        over = cause;
        links.forEach(link -> link.end(new Rollback(cause)));
        throw new RolledBackException(cause);
    }

    private static String lost(ServerLink link) {
        return Statuses.name(link.endpoint()) + " was lost: ";
    }

    private ParameterServerException interrupted() {
        Thread.currentThread().interrupt();
        stop();
        return new ParameterServerException(role.pservers().getFirst(), "training was interrupted");
    }

    private static String names(Collection<ServerLink> links) {
        return "parameter server"
                + (links.size() == 1 ? " " : "s ")
                + links.stream()
                        .map(ServerLink::endpoint)
                        .map(Endpoint::toString)
                        .sorted()
                        .collect(Collectors.joining(", "));
    }
}
