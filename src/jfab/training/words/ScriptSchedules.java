package jfab.training.words;

import java.util.Map;
import jfab.training.program.Variable;
import jfab.training.program.optimize.Schedules;

/** Learning-rate schedules of a script, recorded in its main program. */
final class ScriptSchedules implements ScheduleWords {
    private final Schedules schedules;

    ScriptSchedules(ScriptProgram program) {
        schedules = new Schedules(program.builder());
    }

    @Override
    public Variable exponential_decay(Map<String, ?> arguments) {
        return decay("exponential_decay", arguments, schedules::exponentialDecay);
    }

    @Override
    public Variable natural_exp_decay(Map<String, ?> arguments) {
        return decay("natural_exp_decay", arguments, schedules::naturalExpDecay);
    }

    @Override
    public Variable inverse_time_decay(Map<String, ?> arguments) {
        return decay("inverse_time_decay", arguments, schedules::inverseTimeDecay);
    }

    @Override
    public Variable polynomial_decay(Map<String, ?> arguments) {
        Arguments named = Arguments.of(
                "polynomial_decay", arguments, "learning_rate", "decay_steps", "end_learning_rate", "power", "cycle");
        return schedules.polynomialDecay(
                named.real("learning_rate"),
                named.integer("decay_steps"),
                named.real("end_learning_rate", 0.0001),
                named.real("power", 1),
                named.flag("cycle", false));
    }

    @Override
    public Variable piecewise_decay(Map<String, ?> arguments) {
        Arguments named = Arguments.of("piecewise_decay", arguments, "boundaries", "values");
        return schedules.piecewiseDecay(
                named.list("boundaries", Integer.class).stream()
                        .map(Integer::longValue)
                        .toList(),
                named.list("values", Number.class).stream()
                        .map(Number::doubleValue)
                        .toList());
    }

    @Override
    public Variable noam_decay(Map<String, ?> arguments) {
        Arguments named = Arguments.of("noam_decay", arguments, "d_model", "warmup_steps", "learning_rate");
        return schedules.noamDecay(
                named.integer("d_model"), named.integer("warmup_steps"), named.real("learning_rate", 1));
    }

    @Override
    public Variable cosine_decay(Map<String, ?> arguments) {
        Arguments named = Arguments.of("cosine_decay", arguments, "learning_rate", "step_each_epoch", "epochs");
        return schedules.cosineDecay(
                named.real("learning_rate"), named.integer("step_each_epoch"), named.integer("epochs"));
    }

    @Override
    public Variable linear_lr_warmup(Map<String, ?> arguments) {
        Arguments named =
                Arguments.of("linear_lr_warmup", arguments, "learning_rate", "warmup_steps", "start_lr", "end_lr");
        return schedules.linearWarmup(
                named.learningRate(), named.integer("warmup_steps"), named.real("start_lr"), named.real("end_lr"));
    }

    @FunctionalInterface
    private interface Decay {
        Variable of(double rate, long steps, double decayRate, boolean staircase);
    }

    private static Variable decay(String word, Map<String, ?> arguments, Decay decay) {
        Arguments named = Arguments.of(word, arguments, "learning_rate", "decay_steps", "decay_rate", "staircase");
        return decay.of(
                named.real("learning_rate"),
                named.integer("decay_steps"),
                named.real("decay_rate"),
                named.flag("staircase", false));
    }
}
