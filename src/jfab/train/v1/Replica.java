package jfab.train.v1;

import java.util.List;
import java.util.Map;
import jfab.dsl.program.TrainedNetwork;
import jfab.dsl.program.TrainingProcess;
import jfab.engine.Device;
import jfab.engine.Executor;
import jfab.engine.HostTensor;
import jfab.engine.Scope;
import jfab.engine.Tensor;
import jfab.program.Parameter;
import jfab.program.Program;

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
