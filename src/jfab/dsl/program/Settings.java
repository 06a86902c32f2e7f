package jfab.dsl.program;

import java.util.LinkedHashMap;
import java.util.Map;
import jfab.program.ProgramException;
import org.jspecify.annotations.Nullable;

/**
 * What the word {@code settings} says.
 *
 * @param decay null without regularization
 * @param clip no element of a gradient is further from 0; null without a limit
 * @param discardRatio of trainers, after which an asynchronous gradient comes too late; null where none does
 */
record Settings(
        int batchSize,
        double learningRate,
        LearningMethod method,
        MethodWords.@Nullable L2 decay,
        @Nullable Double clip,
        boolean asynchronous,
        @Nullable Double discardRatio) {
    private static final String DISCARD = "async_lagged_grad_discard_ratio";

    static Settings of(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "settings",
                arguments,
                "batch_size",
                "learning_rate",
                "learning_method",
                "regularization",
                "gradient_clipping_threshold",
                "learning_rate_schedule",
                "is_async",
                DISCARD);
        String schedule = named.optionalText("learning_rate_schedule");
        if (schedule != null && !schedule.equals("constant")) {
            throw new ProgramException("learning_rate_schedule '" + schedule
                    + "' is not known here; use constant, or a script in Fluid's words, which has schedules");
        }
        LearningMethod method = named.optional("learning_method", LearningMethod.class);
        Double clip =
                arguments.containsKey("gradient_clipping_threshold") ? named.real("gradient_clipping_threshold") : null;
        long batchSize = named.integer("batch_size");
        if (batchSize < 1) {
            throw new ProgramException("batch_size must be 1 or more, not " + batchSize);
        }
        return new Settings(
                Math.toIntExact(batchSize),
                named.real("learning_rate", 1e-3),
                method == null ? new ConfigMethods().MomentumOptimizer() : method,
                named.optional("regularization", MethodWords.L2.class),
                clip,
                Boolean.TRUE.equals(named.optional("is_async", Boolean.class)),
                arguments.containsKey(DISCARD) ? named.real(DISCARD) : null);
    }

    /**
     * The optimizer in Fluid's words, whose gradients are means.
     *
     * @param samples of one step, on all trainers together, that the first version would have added up
     */
    ScriptOptimizer optimizer(FluidWords fluid, int samples) {
        Map<String, Object> arguments = new LinkedHashMap<>(method.constants());
        arguments.put("learning_rate", method.summed() ? learningRate * samples : learningRate);
        if (decay != null) {
            // Added to the gradient: to the sum there, to the mean here.
            arguments.put("regularization", fluid.call("L2Decay", decay.rate() / samples));
        }
        if (clip != null) {
            arguments.put("grad_clip", fluid.call("GradientClipByValue", Map.of("max", clip / samples)));
        }
        return (ScriptOptimizer) fluid.call(method.word(), arguments);
    }

    /** How a job adds up gradients. */
    ScriptTranspilerConfig transpiler() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("sync_mode", !asynchronous);
        if (discardRatio != null) {
            arguments.put(DISCARD, discardRatio);
        }
        return new ScriptTranspilerConfig(arguments);
    }
}
