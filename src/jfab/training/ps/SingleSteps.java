package jfab.training.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.program.transpile.ParameterSlice;

/** Steps that one trainer's gradients make alone. */
final class SingleSteps {
    private static final double ROUNDING = 1e-9;

    /** What the server's program calls the gradient of a slice that is fed. */
    @FunctionalInterface
    interface Naming {
        String name(ParameterSlice slice);
    }

    private final Members members;
    private final SliceStore store;
    private final List<Map<String, Tensor>> feeds = new ArrayList<>();
    private long changes;

    /** Steps of the job that wait to be counted: learning rates follow their number, and a gradient is only a part of one. */
    private double due = 1;

    /** Of the gradients that have not been counted yet. */
    private long samples;

    SingleSteps(Members members, SliceStore store, Naming naming) {
        this.members = members;
        this.store = store;
        for (int trainer = 0; trainer < members.size(); trainer++) {
            Map<String, Tensor> feed = new HashMap<>();
            store.gradients(trainer).forEach((slice, gradient) -> feed.put(naming.name(slice), gradient));
            feeds.add(feed);
        }
    }

    /** Feeds {@code values} too whenever the gradients of {@code trainer} are used. */
    void feed(int trainer, Map<String, HostTensor> values) {
        feeds.get(trainer).putAll(values);
    }

    /** Changes the parameters by what {@code member} has pushed, unless that is nothing. */
    void take(JoinedTrainer member) {
        if (member.samples() > 0) {
            double[] shares = new double[feeds.size()];
            shares[member.rank()] = 1;
            count(member.samples());
            store.optimize(store.feed(feeds.get(member.rank()), shares));
            changes++;
        }
    }

    /** As many gradients as there are trainers are one step. */
    private void count(long pushed) {
        samples += pushed;
        if (due > 1 - ROUNDING) {
            store.beginStep(samples);
            samples = 0;
            due--;
        }
        due += 1.0 / members.live().size();
    }

    long changes() {
        return changes;
    }
}
