package jfab.ps;

import java.util.concurrent.BlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import jfab.ps.Message.Abort;
import jfab.ps.Message.Join;
import jfab.ps.ServerEvent.Aborted;
import jfab.ps.ServerEvent.Broken;
import jfab.ps.ServerEvent.InitialArrived;
import jfab.ps.ServerEvent.JoinAsked;
import jfab.ps.ServerEvent.LayoutTold;
import jfab.ps.ServerEvent.Left;
import jfab.ps.ServerEvent.PullAsked;
import jfab.ps.ServerEvent.Pushed;
import jfab.ps.ServerEvent.Ready;
import jfab.ps.ServerEvent.Stopped;
import jfab.ps.ServerEvent.Told;
import jfab.role.Endpoint;

/**
 * Synchronous training as one server sees it, from the first join to the last farewell.
 *
 * <p>One thread handles event after event. A step is done when every live trainer has pushed: the optimizer runs once, and
 * pulls of the next step are answered. A trainer that leaves is no longer waited for; one that is lost ends the job.
 */
final class Serving {
    private final Endpoint endpoint;
    private final int trainers;
    private final String layout;
    private final JobSettings settings;
    private final SliceStore store;
    private final Members members;
    private final Inbox<ServerEvent> inbox;
    private boolean initialized;
    private long step;

    Serving(
            Endpoint endpoint,
            int trainers,
            String layout,
            JobSettings settings,
            SliceStore store,
            BlockingQueue<ServerEvent> events) {
        this.endpoint = endpoint;
        this.trainers = trainers;
        this.layout = layout;
        this.settings = settings;
        this.store = store;
        members = new Members(trainers);
        inbox = new Inbox<>(events, endpoint);
    }

    /** Serves until all trainers have joined and left. */
    void run() throws InterruptedException {
        while (!members.complete() || !members.live().isEmpty()) {
            handle(next());
        }
    }

    /** Tells every trainer why the job is over. */
    void abort(String cause) {
        for (Member member : members.all()) {
            member.link().send(new Abort(cause));
            member.link().end();
        }
    }

    private ServerEvent next() throws InterruptedException {
        if (!members.complete()) {
            return inbox.next(members.name(members.missing()) + " to join", settings.join());
        }
        if (!initialized) {
            return inbox.next(members.name(IntStream.of(0)) + " to send the first values", settings.step());
        }
        String late = members.name(members.ranks(member -> !member.pushed()));
        return inbox.next(late + " to finish step " + step, settings.step());
    }

    private void handle(ServerEvent event) {
        switch (event) {
            case JoinAsked(TrainerLink link, Join join) -> join(link, join);
            case Broken(TrainerLink link, String problem) -> lose(link, problem);
            case Ready(TrainerLink link) -> {
                Member member = members.find(link);
                if (member != null) {
                    member.pump();
                }
            }
            case Stopped() -> throw failure(Statuses.name(endpoint) + " was stopped");
            case Told told -> {
                Member member = members.find(told.link());
                if (member == null) {
                    told.link().refuse("the caller has not joined");
                } else if (member.live()) {
                    handle(member, told);
                }
            }
        }
    }

    private void handle(Member member, Told told) {
        switch (told) {
            case LayoutTold cut -> compare(member, cut.digest());
            case InitialArrived _ -> initialize(member);
            case Pushed push -> push(member, push.step(), push.samples());
            case PullAsked pull -> {
                member.pull(pull.step());
                answer();
            }
            case Left _ -> {
                member.leave();
                finishStep();
            }
            case Aborted aborted -> throw ParameterServerException.elsewhere(endpoint, aborted.cause());
        }
    }

    private void join(TrainerLink link, Join join) {
        try {
            Member member = members.join(link, join);
            link.welcome(member.rank(), store.parameters(), store.gradients(member.rank()));
        } catch (ProtocolException e) {
            // The job does not suffer from a caller that does not belong to it.
            link.send(new Abort(e.getMessage() + " (" + Statuses.name(endpoint) + ")"));
            link.end();
        }
    }

    private void lose(TrainerLink link, String problem) {
        Member member = members.find(link);
        if (member == null) {
            link.refuse(problem);
        } else if (member.live()) {
            throw ParameterServerException.elsewhere(
                    endpoint, members.describe(member) + " was lost at step " + step + ": " + problem);
        }
    }

    private void compare(Member member, String digest) {
        if (!digest.equals(layout)) {
            throw failure(
                    members.describe(member) + " and " + Statuses.name(endpoint)
                            + " do not cut the same parameters for the same endpoints; run the same script with the same endpoints everywhere");
        }
    }

    private void initialize(Member member) {
        if (initialized || member.rank() != 0) {
            throw failure(members.describe(member) + " sent first values, which trainer 0 sends once");
        }
        initialized = true;
        answer();
    }

    private void push(Member member, long pushed, long samples) {
        if (pushed != step) {
            throw failure(members.describe(member) + " pushed step " + pushed + " at step " + step);
        }
        member.push(samples);
        finishStep();
    }

    private void finishStep() {
        boolean done =
                initialized && members.complete() && members.live().stream().allMatch(Member::pushed);
        if (!done || members.live().isEmpty()) {
            return;
        }
        long[] samples = new long[trainers];
        members.all().forEach(member -> samples[member.rank()] = member.samples());
        if (LongStream.of(samples).sum() > 0) {
            store.optimize(samples);
        }
        step++;
        members.all().forEach(Member::nextStep);
        answer();
    }

    private void answer() {
        if (initialized) {
            members.live().forEach(member -> member.answer(step, new ChunkSource(store.parameters())));
        }
    }

    private ParameterServerException failure(String cause) {
        return new ParameterServerException(endpoint, cause);
    }
}
