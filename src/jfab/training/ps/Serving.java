package jfab.training.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.role.Endpoint;
import jfab.training.engine.CommonWork;
import jfab.training.program.Operator;
import jfab.training.program.transpile.Compression;
import jfab.training.program.transpile.SliceAttributes;
import jfab.training.ps.ServerEvent.Aborted;
import jfab.training.ps.ServerEvent.Broken;
import jfab.training.ps.ServerEvent.CompareAsked;
import jfab.training.ps.ServerEvent.FedTold;
import jfab.training.ps.ServerEvent.HaveTold;
import jfab.training.ps.ServerEvent.IdsWanted;
import jfab.training.ps.ServerEvent.InitialArrived;
import jfab.training.ps.ServerEvent.JoinAsked;
import jfab.training.ps.ServerEvent.LayoutTold;
import jfab.training.ps.ServerEvent.Left;
import jfab.training.ps.ServerEvent.Marked;
import jfab.training.ps.ServerEvent.NormsTold;
import jfab.training.ps.ServerEvent.PullAsked;
import jfab.training.ps.ServerEvent.Pushed;
import jfab.training.ps.ServerEvent.Ready;
import jfab.training.ps.ServerEvent.RolledBack;
import jfab.training.ps.ServerEvent.RowsPushed;
import jfab.training.ps.ServerEvent.RowsWanted;
import jfab.training.ps.ServerEvent.Severed;
import jfab.training.ps.ServerEvent.StopTold;
import jfab.training.ps.ServerEvent.Stopped;
import jfab.training.ps.ServerEvent.Told;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.OnFailure;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.job.RolledBackException;
import jfab.training.ps.wire.ChunkEncoder;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.Message.Abort;
import jfab.training.ps.wire.Message.Compare;
import jfab.training.ps.wire.Message.Compared;
import jfab.training.ps.wire.Message.Fed;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.Message.Norms;
import jfab.training.ps.wire.Message.Rollback;
import jfab.training.ps.wire.Message.RowGradients;
import jfab.training.ps.wire.Message.RowsAsked;
import jfab.training.ps.wire.Message.Stop;
import jfab.training.ps.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Training as one server sees it, from the first join to the last farewell.
 *
 * <p>One thread handles event after event. The {@link Mode} says how gradients become steps and when pulls are answered. A
 * trainer that leaves is no longer waited for; what becomes of the job when one is lost, the user has chosen.
 */
final class Serving {
    private final Endpoint endpoint;
    private final String layout;
    private final JobSettings settings;
    private final SliceStore store;
    private final Members members;
    private final Pulses pulses;
    private final Inbox<ServerEvent> inbox;
    private final Mode mode;
    private final ChunkEncoder encoder;
    private final StalenessCount staleness;
    /** After how many steps trainer 0 has left in good order; no step is as late before that, nor when it has been told. */
    private long firstLeft = Long.MAX_VALUE;

    /** What the trainers have said that they train on, by rank. */
    private final Map<Integer, CommonWork> works = new HashMap<>();

    private final boolean reporting;
    private final Recovery recovery;
    private final Resumption resumption;
    /** What trainers have sent to be compared, by rank, until all have. */
    private final Map<Integer, Compare> comparing = new HashMap<>();

    /** Digests of what the trainers feed in their first step, by rank. */
    private final Map<Integer, String> fed = new HashMap<>();

    /** What all trainers are told where it does not end well. */
    private @Nullable Message last;

    private boolean initialized;
    private long due;
    private long saved;

    /** Which trainer was stopped, where the job does not go on without it: the others are told at the end of their step. */
    private @Nullable String stopped;

    /** Those that asked to join after that, and wait for an answer. */
    private final List<TrainerLink> late = new ArrayList<>();

    Serving(
            Operator listen,
            JobSettings settings,
            SliceStore store,
            Recovery recovery,
            Pulses pulses,
            BlockingQueue<ServerEvent> events) {
        endpoint = Endpoint.parse(listen.text("endpoint"));
        layout = SliceAttributes.layout(listen);
        reporting = listen.flag("report");
        this.settings = settings;
        this.store = store;
        this.pulses = pulses;
        members = new Members(Math.toIntExact(listen.integer("trainers")));
        inbox = new Inbox<>(events, endpoint);
        mode = Mode.of(listen, members, store);
        encoder = ChunkEncoder.pulling(Compression.of(listen));
        staleness = new StalenessCount(members.size());
        this.recovery = recovery;
        resumption = new Resumption(recovery, members);
    }

    /** Serves until all trainers have joined and left. */
    void run() throws InterruptedException {
        while ((stopped == null && !members.complete()) || !members.live().isEmpty()) {
            ServerEvent event = next();
            staleness.waited(mode.blocking(), System.nanoTime());
            handle(event);
        }
        if (stopped != null) {
            throw over(stopped);
        }
        if (reporting && members.size() > 1) {
            staleness.lines().forEach(settings.console());
        }
        members.all().forEach(member -> member.link().end());
    }

    /** Sends every trainer back to the last checkpoint. */
    void rollBack(String cause) {
        end(new Rollback(cause));
    }

    /** Tells every trainer why the job is over. */
    void abort(String cause) {
        end(new Abort(cause));
    }

    private void end(Message word) {
        last = word;
        Stream.concat(members.all().stream().map(JoinedTrainer::link), late.stream())
                .forEach(this::turnAway);
    }

    /** Ends the connection of a trainer when it is over, with the reason if there is one. */
    void turnAway(TrainerLink link) {
        Message word = last;
        if (word != null) {
            link.send(word);
        }
        link.end();
    }

    private ServerEvent next() throws InterruptedException {
        if (stopped != null) {
            return inbox.next(members.name(members.ranks(_ -> true)) + " to leave, since " + stopped, settings.step());
        }
        if (!members.complete()) {
            return inbox.next(members.name(members.missing()) + " to join", settings.join());
        }
        if (resumption.open()) {
            return inbox.next(resumption.awaited(), settings.join());
        }
        if (!initialized) {
            return inbox.next(members.name(IntStream.of(0)) + " to send the first values", settings.step());
        }
        return inbox.next(mode.awaited(), settings.step());
    }

    private void handle(ServerEvent event) {
        switch (event) {
            case JoinAsked(TrainerLink link, Join join) -> join(link, join);
            case Broken(TrainerLink link, String problem) -> lose(link, problem);
            case Severed(TrainerLink link, String problem) -> {
                JoinedTrainer member = members.find(link);
                if (member != null && member.live()) {
                    lose(member, Statuses.severed(members.describe(member), endpoint, problem));
                }
            }
            case Ready(TrainerLink link) -> {
                JoinedTrainer member = members.find(link);
                if (member != null) {
                    member.pump();
                }
            }
            case Stopped() -> {
                String cause = Statuses.name(endpoint) + " was stopped by a signal"
                        + (initialized ? " at step " + members.slowestStep() : "");
                throw settings.faults().onFailure() == OnFailure.RESTART
                        ? new RolledBackException(cause)
                        : failure(cause);
            }
            case Told told -> {
                JoinedTrainer member = members.find(told.link());
                if (member == null) {
                    told.link().refuse("the caller has not joined");
                } else if (member.live()) {
                    handle(member, told);
                }
            }
        }
    }

    private void handle(JoinedTrainer member, Told told) {
        switch (told) {
            case LayoutTold cut -> compare(member, cut.digest());
            case HaveTold have -> resume(member, have.steps());
            case Marked mark -> due = mark.step();
            case RolledBack back -> lose(member, back.cause());
            case StopTold(TrainerLink _, String what) -> stop(member, what);
            case InitialArrived _ -> initialize(member);
            case Pushed push -> push(member, push.step(), push.samples());
            case IdsWanted(TrainerLink _, String table) -> tell(member, table);
            case RowsWanted(TrainerLink _, RowsAsked rows) -> answer(member, rows);
            case RowsPushed(TrainerLink _, RowGradients rows) -> take(member, rows);
            case PullAsked pull -> {
                resumption.begin(member, pull.step());
                member.pull(pull.step());
                answer();
            }
            case NormsTold norms -> add(member, norms.norms());
            case CompareAsked(TrainerLink _, Compare own) -> {
                comparing.put(member.rank(), own);
                compare();
            }
            case FedTold(TrainerLink _, String digest) -> compareFed(member, digest);
            case Left _ -> leave(member);
            case Aborted aborted -> abort(member, aborted.cause());
        }
    }

    private void join(TrainerLink link, Join join) {
        if (stopped != null) {
            late.add(link);
            return;
        }
        try {
            replace(join.trainer());
            JoinedTrainer member = members.join(link, join);
            pulses.watch(link, join.session());
            link.welcome(member.rank(), resumption.offers(), store.parameters(), store.gradientViews(member.rank()));
        } catch (ProtocolException e) {
            // The job does not suffer from a caller that does not belong to it.
            link.send(new Abort(e.getMessage() + " (" + Statuses.name(endpoint) + ")"));
            link.end();
        }
    }

    private void lose(TrainerLink link, String problem) {
        JoinedTrainer member = members.find(link);
        if (member == null) {
            link.refuse(problem);
        } else if (member.live() || member.finished()) {
            // Started again, it would look for servers that have ended with the others.
            lose(member, members.describe(member) + " was lost at step " + member.step() + ": " + problem);
        }
    }

    private void stop(JoinedTrainer member, String what) {
        String cause = members.describe(member) + " was stopped by " + what + " at step " + member.step();
        if (settings.faults().onFailure() == OnFailure.CONTINUE || !initialized) {
            lose(member, cause);
            return;
        }
        if (stopped == null) {
            stopped = cause;
        }
        depart(member);
    }

    /** What ends the job for this server, although nothing is wrong with it. */
    private RuntimeException over(String cause) {
        return settings.faults().onFailure() == OnFailure.RESTART
                ? new RolledBackException(cause)
                : ParameterServerException.elsewhere(endpoint, cause);
    }

    private void lose(JoinedTrainer member, String cause) {
        if (stopped != null) {
            depart(member);
            return;
        }
        switch (settings.faults().onFailure()) {
            case STOP -> throw ParameterServerException.elsewhere(endpoint, cause);
            case RESTART -> {
                if (resumption.decided()) {
                    throw new RolledBackException(cause);
                }
                // Nothing has begun: another process may join in its place.
                resumption.forget(member);
                members.forget(member);
            }
            case CONTINUE -> {
                member.link().send(new Abort(cause));
                part(member);
                // Nobody else can send the first values, and without trainers there is nothing to do.
                if (members.live().isEmpty() || (!initialized && member.rank() == 0)) {
                    throw ParameterServerException.elsewhere(endpoint, cause);
                }
                settings.console().accept(cause + "; the others go on without it");
            }
        }
    }

    /** A process that was started again may be here before the end of its predecessor was noticed. */
    private void replace(int rank) {
        JoinedTrainer present = members.of(rank);
        if (present != null && settings.faults().onFailure() == OnFailure.RESTART) {
            lose(present, members.describe(present) + " was lost at step " + present.step() + ": it was started again");
        }
    }

    private void resume(JoinedTrainer member, List<Long> steps) {
        resumption.tell(member, steps);
        if (resumption.step() > 0 && !initialized) {
            initialized = true;
            saved = resumption.step();
            mode.resume(resumption.step());
        }
    }

    /** Where all may have to go back, one that has finished stays at hand until all have. */
    private void leave(JoinedTrainer member) {
        if (stopped != null) {
            depart(member);
            return;
        }
        if (member.rank() == 0 && reporting && mode instanceof Synchronous) {
            firstLeft = member.step();
        }
        if (settings.faults().onFailure() == OnFailure.RESTART) {
            member.finish();
            mode.leave();
            answer();
        } else {
            part(member);
        }
    }

    /** Goes on without {@code member}. */
    private void part(JoinedTrainer member) {
        member.leave();
        store.rows().clear(member.rank());
        mode.leave();
        comparing.remove(member.rank());
        compare();
        answer();
    }

    /** Lets {@code member} go, without whom there is no further step. */
    private void depart(JoinedTrainer member) {
        member.leave();
        answer();
    }

    private void abort(JoinedTrainer member, String cause) {
        if (settings.faults().onFailure() == OnFailure.CONTINUE || stopped != null) {
            lose(member, cause);
        } else {
            throw ParameterServerException.elsewhere(endpoint, cause);
        }
    }

    /** Answers as soon as nobody is missing. */
    private void compare() {
        List<JoinedTrainer> live = members.live();
        if (!members.complete() || !live.stream().allMatch(member -> comparing.containsKey(member.rank()))) {
            return;
        }
        boolean same = comparing.values().stream().map(Compare::text).distinct().count() <= 1;
        long most = comparing.values().stream().mapToLong(Compare::number).max().orElse(0);
        comparing.clear();
        live.forEach(member -> member.link().send(new Compared(same, most)));
    }

    private void compare(JoinedTrainer member, String told) {
        int end = layout.indexOf(' ');
        if (!told.startsWith(layout.substring(0, end + 1))) {
            throw failure(
                    members.describe(member) + " and " + Statuses.name(endpoint)
                            + " do not cut the same parameters for the same endpoints; run the same script with the same endpoints everywhere");
        }
        CommonWork theirs = CommonWork.of(told.substring(end + 1));
        new CommonWork(layout.substring(end + 1), List.of()).difference(theirs).ifPresent(what -> {
            throw failure(members.describe(member) + " and " + Statuses.name(endpoint) + what);
        });
        works.forEach((rank, work) -> work.difference(theirs).ifPresent(what -> {
            throw failure(members.name(IntStream.of(rank, member.rank()).sorted()) + what);
        }));
        works.put(member.rank(), theirs);
    }

    private void compareFed(JoinedTrainer member, String digest) {
        fed.put(member.rank(), digest);
        JoinedTrainer chief = members.of(0);
        if (chief != null
                && fed.size() == members.size()
                && Set.copyOf(fed.values()).size() == 1) {
            chief.link().send(new Fed(digest));
        }
    }

    private void initialize(JoinedTrainer member) {
        if (initialized || member.rank() != 0) {
            throw failure(members.describe(member) + " sent first values, which trainer 0 sends once");
        }
        initialized = true;
        answer();
    }

    private void push(JoinedTrainer member, long pushed, long samples) {
        if (pushed != member.step() || !initialized) {
            throw failure(members.describe(member) + " pushed step " + pushed + " "
                    + (initialized
                            ? "at step " + member.step()
                            : "before there were values to change: it did not run t.get_startup_program()"));
        }
        if (pushed >= firstLeft) {
            settings.console().accept(CommonWork.leftFirst(firstLeft));
            firstLeft = Long.MAX_VALUE;
        }
        member.push(samples);
        long lag = mode.changes() - member.seen();
        staleness.pushed(member.rank(), lag, mode.push(member, lag));
        answer();
    }

    private void answer(JoinedTrainer member, RowsAsked asked) {
        try {
            member.send(List.<Message>of(store.rows().answer(asked)).iterator());
        } catch (ProtocolException e) {
            throw failure(members.describe(member) + " sent " + e.getMessage());
        }
    }

    private void tell(JoinedTrainer member, String table) {
        try {
            member.send(store.rows().ids(table));
        } catch (ProtocolException e) {
            throw failure(members.describe(member) + " sent " + e.getMessage());
        }
    }

    private void take(JoinedTrainer member, RowGradients rows) {
        try {
            store.rows().take(member.rank(), rows);
        } catch (ProtocolException e) {
            throw failure(members.describe(member) + " sent " + e.getMessage());
        }
    }

    private void add(JoinedTrainer member, Norms norms) {
        if (norms.squares().size() != store.norms()) {
            throw failure(members.describe(member) + " told " + norms.squares().size() + " norms of step "
                    + norms.step() + ", which has " + store.norms());
        }
        mode.norms(norms.step(), norms.squares());
        answer();
    }

    private void answer() {
        String cause = stopped;
        if (cause != null) {
            members.live().stream().filter(JoinedTrainer::waiting).forEach(member -> member.refuse(new Stop(cause)));
        } else if (initialized) {
            JoinedTrainer marker = members.of(0);
            if (due > saved && marker != null && marker.step() == due) {
                saved = due;
                recovery.save(saved);
            }
            members.live().stream()
                    .filter(member -> member.waiting() && mode.serves(member))
                    .forEach(member -> {
                        member.mark(saved);
                        member.answer(mode.changes(), mode.values(member), encoder);
                    });
        }
    }

    private ParameterServerException failure(String cause) {
        return new ParameterServerException(endpoint, cause);
    }
}
