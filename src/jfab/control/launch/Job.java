package jfab.control.launch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import jfab.control.connection.Group;
import jfab.control.connection.GroupResult;
import jfab.control.connection.command.AtShutdown;
import jfab.control.connection.command.LineOutputStream;
import jfab.control.connection.host.Host;

/**
 * A job on its hosts. Everything that this knows is asked of them, so that a job can be looked at from any machine.
 *
 * @param hosts the job's hosts in the order of the ranks
 */
public record Job(Description description, Group hosts, LaunchListener listener) {
    /** How much of a log is looked at for a cause. */
    static final int TAIL = 1 << 17;

    /** How long a process may take to end where nothing is known of its job. */
    static final Duration GRACE = Duration.ofSeconds(3);

    /**
     * What {@link #end} has ended on a host.
     *
     * @param workers how the job's processes stand there
     * @param strayed how many more were ended, which these had put into sessions of their own
     */
    public record Ended(List<Worker> workers, int strayed) {
        public Ended {
            workers = List.copyOf(workers);
        }
    }

    /** What the job is. All hosts have been told the same, and of many ranks it is much: they are asked one after another. */
    static Optional<Description> description(JobId id, Group hosts, String rootDir) throws InterruptedException {
        for (Host host : hosts.hosts()) {
            GroupResult<Optional<Description>> told = new Group(List.of(host), hosts.connector())
                    .run(connection -> new Node(connection, rootDir).description(id));
            Optional<Description> description =
                    told.values().values().stream().flatMap(Optional::stream).findFirst();
            if (description.isPresent()) {
                return description.map(job -> job.as(id, rootDir));
            }
        }
        return Optional.empty();
    }

    /** Whether all hosts of the job are among {@code reached}, as far as one of these knows them. */
    static boolean isWholeOn(JobId id, Group reached, String rootDir) throws InterruptedException {
        return description(id, reached, rootDir)
                .filter(job -> reached.hosts().containsAll(job.hosts()))
                .isPresent();
    }

    public JobId id() {
        return description.id();
    }

    /** A sentence for who no longer follows it. */
    public String goesOn() {
        return id() + " goes on; jfab attach " + id() + " follows it again, jfab kill " + id() + " ends it";
    }

    /** Has {@link #goesOn} said when this process is told to end at once, until what this returns is closed. */
    public AtShutdown followed() {
        return AtShutdown.following(() -> listener.notice(goesOn()), hosts.hosts());
    }

    /**
     * Shows what the job's processes write until it has ended; when this is interrupted, the job is ended. It goes on where this process is
     * told to end.
     *
     * @throws LaunchException naming the process that failed first
     */
    public void follow() throws InterruptedException {
        try (AtShutdown _ = followed()) {
            new Follow(this).untilEnd();
        } catch (InterruptedException e) {
            if (AtShutdown.told()) {
                listener.notice(goesOn());
                throw e;
            }
            listener.notice(id() + ": interrupted; ending the job");
            end("by kill").throwFailed();
            throw e;
        }
    }

    /** Ends the job's processes, and nothing else on the hosts; a host that cannot be reached fails alone. */
    public GroupResult<Ended> end(String why) throws InterruptedException {
        return new Ending(this, description.grace(), why, OptionalInt.empty()).onAll();
    }

    /** The same of its run {@code number} alone: nothing is ended where it has been begun again since. */
    GroupResult<Ended> end(String why, int number) throws InterruptedException {
        return new Ending(this, description.grace(), why, OptionalInt.of(number)).onAll();
    }

    /** Tells of what failed first, with the words of its log, and of those of others where it speaks of another one. */
    Diagnosis diagnose(FirstCause cause) throws InterruptedException {
        return Diagnosis.of(
                cause, description, worker -> on(worker.host(), node -> node.last(id(), worker.name(), TAIL)));
    }

    /**
     * Has {@code host} tell how the job goes, in lines as {@code observe.sh} prints them, for an hour at most.
     *
     * @param period between two times; zero for once
     * @param lines of each file, about, where more are new
     * @param logs what the lines of its trainers' logs have that are told as well, in letters, digits and blanks; nothing for none of them
     * @param offsets {@code NAME=OFFSET}, up to where files have been told before
     * @return whether it did
     */
    public boolean observe(
            Host host, Duration period, int lines, Optional<String> logs, List<String> offsets, Consumer<String> told)
            throws InterruptedException {
        return new Group(List.of(host), hosts.connector())
                .run(connection -> {
                    try (LineOutputStream out = LineOutputStream.each(told)) {
                        new Node(connection, description.rootDir()).observe(id(), period, lines, logs, offsets, out);
                    }
                    return host;
                })
                .ok();
    }

    /** The same job on some of its hosts. */
    public Job among(List<Host> some) {
        return new Job(description, new Group(some, hosts.connector()), listener);
    }

    public <T> GroupResult<T> onAll(Function<Node, T> work) throws InterruptedException {
        return hosts.run(connection -> work.apply(new Node(connection, description.rootDir())));
    }

    /** All at the same time, whatever the pool size: processes of a job wait for each other. */
    public <T> GroupResult<T> atOnce(Function<Node, T> work) throws InterruptedException {
        return new Group(hosts.hosts(), hosts.connector())
                .run(connection -> work.apply(new Node(connection, description.rootDir())));
    }

    public <T> T on(Host host, Function<Node, T> work) throws InterruptedException {
        return new Group(List.of(host), hosts.connector())
                .run(connection -> work.apply(new Node(connection, description.rootDir())))
                .orThrow()
                .getFirst();
    }

    /** The name of another host of the job, in whose direction {@code host} has the address that counts; empty for none. */
    public String peerOf(Host host) {
        return hosts.hosts().stream()
                .filter(other -> !other.name().equals(host.name()))
                .findFirst()
                .map(Host::name)
                .orElse("");
    }

    public int rankOf(Host host) {
        return hosts.hosts().indexOf(host);
    }
}
