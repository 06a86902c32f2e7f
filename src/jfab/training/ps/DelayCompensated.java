package jfab.training.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.training.engine.HostTensor;
import jfab.training.program.transpile.ParameterSlice;
import jfab.training.program.transpile.ServerVariables;
import jfab.training.ps.wire.SliceView;

/**
 * Asynchronous; the server's program corrects each gradient by what the parameters have changed since its trainer pulled them.
 *
 * <p>For that the server keeps a copy of the parameters for each trainer, as that trainer has them.
 * Gradients of rows of sparse tables are used as they come.
 */
final class DelayCompensated implements Mode {
    private final Members members;
    private final SliceStore store;
    private final SingleSteps steps;
    private final List<List<SliceView>> pulled = new ArrayList<>();

    DelayCompensated(Members members, SliceStore store) {
        this.members = members;
        this.store = store;
        steps = new SingleSteps(members, store, ServerVariables::pushed);
        for (int trainer = 0; trainer < members.size(); trainer++) {
            Map<String, HostTensor> feed = new HashMap<>();
            List<SliceView> copy = new ArrayList<>();
            for (ParameterSlice slice : store.gradients(trainer).keySet()) {
                HostTensor room = SliceStore.room(slice);
                feed.put(ServerVariables.pulled(slice), room);
                copy.add(SliceView.of(room));
            }
            steps.feed(trainer, feed);
            pulled.add(copy);
        }
    }

    @Override
    public boolean push(JoinedTrainer member, long lag) {
        steps.take(member);
        member.nextStep();
        return true;
    }

    /** The copy, which does not change while it is on its way. */
    @Override
    public List<SliceView> values(JoinedTrainer member) {
        List<SliceView> copy = pulled.get(member.rank());
        for (int slice = 0; slice < copy.size(); slice++) {
            SliceView current = store.parameters().get(slice);
            copy.get(slice).write(0, current.bytes(0, Math.toIntExact(current.length())));
        }
        return copy;
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
