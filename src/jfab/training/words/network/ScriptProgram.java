package jfab.training.words.network;

import jfab.training.program.Builder;
import jfab.training.program.GradientClip;
import jfab.training.program.Program;
import org.jspecify.annotations.Nullable;

/** The main program of a script while its words add to it. */
public final class ScriptProgram {
    private final Builder builder;
    private long seed = 1;
    private @Nullable GradientClip gradientClip;

    public ScriptProgram() {
        builder = Program.builder();
    }

    /** One that begins with all of {@code program}. */
    public ScriptProgram(Program program, long seed) {
        builder = program.toBuilder();
        this.seed = seed;
    }

    public Builder builder() {
        return builder;
    }

    /** The program as described so far. */
    public Program main() {
        return builder.build();
    }

    /** The program that gives its parameters their first values. */
    public Program startup() {
        return main().startup(seed);
    }

    /** How gradients are clipped where an optimizer does not say; null: not at all. */
    @Nullable
    GradientClip gradientClip() {
        return gradientClip;
    }

    void gradientClip(GradientClip clip) {
        gradientClip = clip;
    }

    public long seed() {
        return seed;
    }

    public void seed(long seed) {
        this.seed = seed;
    }
}
