package jfab.training.words.v1;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.program.ProgramException;
import jfab.training.program.optimize.SampleSchedule;
import jfab.training.words.FluidWords;
import jfab.training.words.ScriptTranspilerConfig;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.ScriptOptimizer;
import org.jspecify.annotations.Nullable;

/**
 * What the word {@code settings} says.
 *
 * @param schedule null where the learning rate stays
 * @param decay null without regularization
 * @param clip no element of a gradient is further from 0; null without a limit
 * @param discardRatio of trainers, after which an asynchronous gradient comes too late; null where none does
 */
record TrainingSettings(
        int batchSize,
        double learningRate,
        @Nullable SampleSchedule schedule,
        LearningMethod method,
        MethodWords.@Nullable L2 decay,
        @Nullable Double clip,
        boolean asynchronous,
        @Nullable Double discardRatio) {
    private static final String DISCARD = "async_lagged_grad_discard_ratio";

    static TrainingSettings of(Map<String, ?> arguments) {
        List<String> known = new ArrayList<>(List.of(
                "batch_size",
                "learning_rate",
                "learning_method",
                "regularization",
                "gradient_clipping_threshold",
                "is_async",
                DISCARD));
        known.addAll(List.of(ConfigSchedule.ARGUMENTS));
        Arguments named = Arguments.of("settings", arguments, known.toArray(String[]::new));
        double rate = named.real("learning_rate", 1e-3);
        LearningMethod method = named.optional("learning_method", LearningMethod.class);
        Double clip =
                arguments.containsKey("gradient_clipping_threshold") ? named.real("gradient_clipping_threshold") : null;
        long batchSize = named.integer("batch_size");
        if (batchSize < 1) {
            throw new ProgramException("batch_size must be 1 or more, not " + batchSize);
        }
        return new TrainingSettings(
                Math.toIntExact(batchSize),
                rate,
                ConfigSchedule.of(named, rate),
                method == null ? new MethodWords().MomentumOptimizer() : method,
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
        double scale = method.summed() ? samples : 1;
        arguments.put("learning_rate", schedule == null ? learningRate * scale : schedule.in(fluid.builder(), scale));
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
