package jfab.training.words;

import org.jspecify.annotations.Nullable;

/** Where a script's {@code println} goes; Groovy finds it under the name {@code out}. */
public final class ScriptOutput {
    private final TrainingProcess process;

    public ScriptOutput(TrainingProcess process) {
        this.process = process;
    }

    public void println(@Nullable Object line) {
        process.print(String.valueOf(line));
    }

    public void println() {
        process.print("");
    }
}
