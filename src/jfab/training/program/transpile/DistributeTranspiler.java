package jfab.training.program.transpile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.role.Endpoint;
import jfab.role.RoleSpec;
import jfab.training.program.OpType;
import jfab.training.program.Parameter;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;

/**
 * Turns the program of one process into those of a job with parameter servers, as Fluid's does.
 *
 * <p>Every process of the job computes all of it from the same program and endpoints, so that nothing has to be agreed
 * upon over the network. The passes, in order: slice the parameters, make each server's program, make the trainer's.
 *
 * @param job the servers, and which trainer this is
 */
public record DistributeTranspiler(RoleSpec job, DistributeTranspilerConfig config) {
    public DistributeTranspiler {
        if (job.pservers().isEmpty()) {
            throw new ProgramException("a job without parameter servers has nothing to transpile");
        }
    }

    /** With Fluid's defaults. */
    public DistributeTranspiler(RoleSpec job) {
        this(job, DistributeTranspilerConfig.standard());
    }

    /**
     * The programs of the job.
     *
     * @param program with the operators of an optimizer
     * @param seed of the startup programs
     */
    public DistributedPrograms transpile(Program program, long seed) {
        List<ParameterSlice> slices = slice(program);
        String layout = SliceAttributes.layout(slices, program, config);
        Map<Endpoint, Program> servers = new LinkedHashMap<>();
        Map<Endpoint, Program> startups = new LinkedHashMap<>();
        for (Endpoint endpoint : job.pservers()) {
            Program server = new ServerPass(slices, layout, endpoint, job, config).apply(program);
            servers.put(endpoint, server);
            startups.put(endpoint, server.startup(seed));
        }
        TrainerPass trainers = new TrainerPass(slices, SparseTable.of(program), layout, job.trainerId(), config);
        Program trainer = new TrainerMasks(job.trainerId()).apply(trainers.apply(program));
        return new DistributedPrograms(slices, trainer, trainers.startup(trainer, seed), servers, startups);
    }

    private List<ParameterSlice> slice(Program program) {
        Slicing slicing = new Slicing(job.pservers(), config);
        List<ParameterSlice> slices = new ArrayList<>();
        List<Parameter> dense = optimized(program).stream()
                .filter(parameter -> !parameter.sparse())
                .toList();
        for (Parameter parameter : dense) {
            slices.addAll(
                    slicing.slice(parameter.name(), parameter.variable().shape().dimensions()));
        }
        if (slices.isEmpty() && SparseTable.of(program).isEmpty()) {
            throw new ProgramException("the program has no trainable parameter to distribute");
        }
        return slices;
    }

    /** What an optimizer changes; parameters that the loss does not depend on stay where they are. */
    private static List<Parameter> optimized(Program program) {
        List<Parameter> optimized = program.trainable().stream()
                .filter(parameter -> program.operators(OpType.Phase.OPTIMIZE).stream()
                        .anyMatch(operator -> operator.inputs("Param").contains(parameter.name())))
                .toList();
        // Where there is none, the server's pass says that minimize is missing.
        return optimized.isEmpty() ? program.trainable() : optimized;
    }
}
