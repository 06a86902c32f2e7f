package jfab.training.train.v1;

import java.util.List;
import java.util.Map;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;

/** The parameters once more, for a thread of their own. */
record Replica(Executor executor, Scope scope) {
    static Replica open(TrainingProcess process, TrainedNetwork network, Device place) {
        Executor executor = process.open(place);
        Replica replica = new Replica(executor, process.newScope(executor));
        for (Parameter parameter : network.network().parameters()) {
            replica.copy(network, parameter);
        }
        return replica;
    }

    /** Takes what the last step has made of the parameters; statistics stay this thread's own. */
    void update(TrainedNetwork network) {
        for (Parameter parameter : network.network().parameters()) {
            if (parameter.trainable()) {
                copy(network, parameter);
            }
        }
    }

    List<HostTensor> run(Program program, Map<String, HostTensor> feed, List<String> fetch) {
        return executor.run(program, feed, fetch, scope);
    }

    private void copy(TrainedNetwork network, Parameter parameter) {
        Tensor source = network.scope().get(parameter.name());
        scope.create(parameter.variable()).write(0, source.bytes(0, Math.toIntExact(source.byteSize())));
    }
}
