package jfab.training.ps;

import java.util.List;
import jfab.training.program.transpile.ServerVariables;
import jfab.training.ps.wire.SliceView;

/**
 * Every gradient changes the parameters as it comes, pulls are answered at once, nobody waits for anybody.
 *
 * <p>A gradient that is too old is discarded, as in Paddle v1: when the parameters have changed {@code discardRatio} times the
 * number of trainers since its trainer pulled them. Values that are on their way to one trainer may change between two
 * messages, when another one pushes.
 */
final class Asynchronous implements Mode {
    private final Members members;
    private final SliceStore store;
    private final SingleSteps steps;
    private final double limit;

    Asynchronous(Members members, SliceStore store, double discardRatio) {
        this.members = members;
        this.store = store;
        steps = new SingleSteps(members, store, ServerVariables::gradient);
        limit = discardRatio == 0 ? Double.POSITIVE_INFINITY : discardRatio * members.size();
    }

    @Override
    public boolean push(JoinedTrainer member, long lag) {
        boolean used = lag < limit;
        if (used) {
            steps.take(member);
        } else {
            store.rows().clear(member.rank());
        }
        member.nextStep();
        return used;
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
    public String awaited() {
        return members.slowest();
    }
}
