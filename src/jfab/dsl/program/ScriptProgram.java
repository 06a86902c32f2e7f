package jfab.dsl.program;

import jfab.program.Builder;
import jfab.program.Program;

/** The main program of a script while its words add to it. */
final class ScriptProgram {
    private final Builder builder = Program.builder();
    private long seed = 1;

    Builder builder() {
        return builder;
    }

    /** The program as described so far. */
    Program main() {
        return builder.build();
    }

    /** The program that gives its parameters their first values. */
    Program startup() {
        return main().startup(seed);
    }

    long seed() {
        return seed;
    }

    void seed(long seed) {
        this.seed = seed;
    }
}
