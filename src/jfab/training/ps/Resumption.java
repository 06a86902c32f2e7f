package jfab.training.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.training.ps.wire.Message.Resume;
import org.jspecify.annotations.Nullable;

/**
 * How the processes of a job agree on the step that training goes on from, without talking to each other's kind.
 *
 * <p>Each server offers the steps of its checkpoints to every trainer as it joins. Each trainer tells every server which steps
 * all servers offer and it can go back to itself. So all servers hear the same, and take the newest step in it; the beginning
 * where there is none. A server that offers nothing need not wait for that.
 */
final class Resumption {
    private final Recovery recovery;
    private final Members members;
    private final Map<Integer, Set<Long>> told = new HashMap<>();
    private @Nullable List<Long> offers;
    private boolean decided;
    private long step;

    Resumption(Recovery recovery, Members members) {
        this.recovery = recovery;
        this.members = members;
    }

    /** The steps that this server can go back to. */
    List<Long> offers() {
        List<Long> known = offers;
        if (known == null) {
            known = recovery.offers();
            offers = known;
        }
        return known;
    }

    /** Whether training may have begun. */
    boolean decided() {
        return decided;
    }

    /** The step after which training goes on. */
    long step() {
        return step;
    }

    /** Trainers that have not said yet what they have. */
    boolean open() {
        return !decided && members.complete();
    }

    /** Who has to say it. */
    String awaited() {
        return members.name(members.ranks(member -> !told.containsKey(member.rank()))) + " to begin";
    }

    void forget(JoinedTrainer member) {
        told.remove(member.rank());
    }

    /** What {@code member} has. */
    void tell(JoinedTrainer member, List<Long> steps) {
        told.put(member.rank(), Set.copyOf(steps));
        boolean ready = offers().isEmpty() || told.size() == members.size();
        if (decided) {
            begin(member);
        } else if (ready) {
            decided = true;
            step = recovery.restore(new ArrayList<>(told.values()));
            members.all().stream()
                    .filter(other -> told.containsKey(other.rank()))
                    .forEach(this::begin);
        }
    }

    /** Where trainers do not go in step, each goes on from its own, which its first pull tells. */
    void begin(JoinedTrainer member, long position) {
        if (step > 0 && member.begins()) {
            member.begin(position);
        }
    }

    private void begin(JoinedTrainer member) {
        member.begin(step);
        member.link().send(new Resume(step));
    }
}
