package jfab.control.connection.slurm;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import jfab.control.connection.host.Host;

/** Steps on one node of an allocation: what srun is started with. */
record Srun(String allocation, Host host) {
    /** Says on both streams how the line has ended, since srun's own exit code may be its own; then goes on as told. */
    private static final String LINE = """
            cd "$HOME" || cd /
            sh -c "$1"
            set -- "$2" "$?" "$3"
            echo "$1 $2" >&2
            [ -n "$3" ] || exit 0
            echo "$1 $2"
            [ "$2" = 0 ] || exit 0
            exec sh -c "$3" </dev/null >/dev/null 2>&1
            """;

    /** A program that is to be started, and what it will print when the line in it has ended. */
    record Step(ProcessBuilder program, String mark) {}

    /**
     * A step that runs {@code line} on the node.
     *
     * @param reads whether the line has input
     * @param after a line that the step goes on with where the first ended with 0; empty for none
     */
    Step step(String line, boolean reads, String after) {
        String mark = "jfab-" + UUID.randomUUID();
        // A session of its own: Ctrl-C at the terminal is for us to hear, who then end the job in order.
        List<String> argv = new ArrayList<>(List.of("setsid", "srun", "--jobid=" + allocation, "--nodelist=" + host));
        // Beside all other steps, on all that the allocation has of the node.
        argv.addAll(List.of("--overlap", "--nodes=1", "--ntasks=1", "--cpu-bind=none", "--mpi=none", "--export=ALL"));
        argv.addAll(List.of("--quiet", "--unbuffered", "--kill-on-bad-exit=0", "--chdir=/"));
        if (!reads) {
            argv.add("--input=none");
        }
        argv.addAll(List.of("sh", "-c", LINE, "jfab", line, mark, after));
        ProcessBuilder program =
                new ProcessBuilder(argv).directory(new File(Path.of("/").toString()));
        // What salloc and sbatch were asked for is there as srun's own options, and would shape our steps.
        program.environment()
                .keySet()
                .removeIf(name -> name.matches("(SLURM|SRUN|SALLOC|SBATCH)_.*") && !name.equals("SLURM_CONF"));
        return new Step(program, mark);
    }
}
