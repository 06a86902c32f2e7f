package jfab.training.ps;

import java.util.List;
import java.util.stream.IntStream;
import jfab.training.program.transpile.ServerVariables;
import jfab.training.ps.wire.SliceView;

/**
 * Every gradient changes the parameters as it comes, but a trainer that is {@code bound} steps ahead of the slowest is answered
 * only when that one has caught up; trainers that have left are not counted, those that have not come yet are at step 0.
 */
final class BoundedStaleness implements Mode {
    private final Members members;
    private final SliceStore store;
    private final SingleSteps steps;
    private final long bound;

    BoundedStaleness(Members members, SliceStore store, long bound) {
        this.members = members;
        this.store = store;
        this.bound = bound;
        steps = new SingleSteps(members, store, ServerVariables::gradient);
    }

    @Override
    public boolean push(JoinedTrainer member, long lag) {
        steps.take(member);
        member.nextStep();
        return true;
    }

    @Override
    public boolean serves(JoinedTrainer member) {
        return member.wanted() - members.slowestStep() <= bound;
    }

    @Override
    public List<SliceView> values(JoinedTrainer member) {
        return store.parameters();
    }

    @Override
    public long changes() {
        return steps.changes();
    }

    @Override
    public IntStream blocking() {
        boolean held = members.live().stream().anyMatch(member -> member.waiting() && !serves(member));
        return held ? members.ranks(member -> member.step() == members.slowestStep()) : IntStream.empty();
    }

    @Override
    public String awaited() {
        return members.slowest();
    }
}
