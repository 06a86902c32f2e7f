package jfab.training.words;

import java.util.Map;
import jfab.role.Endpoint;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.program.OpType;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.transpile.DistributeTranspiler;
import jfab.training.program.transpile.DistributeTranspilerConfig;
import jfab.training.program.transpile.DistributedPrograms;
import jfab.training.program.transpile.PeerPass;
import jfab.training.program.transpile.SampleMeans;
import jfab.training.program.transpile.TrainerMasks;
import jfab.training.words.network.Arguments;
import jfab.training.words.network.ScriptProgram;
import org.jspecify.annotations.Nullable;

/**
 * Fluid's DistributeTranspiler as scripts have it. The servers and trainers of the job come from the process's role.
 *
 * <p>In a process that trains alone the trainer's programs are the main program and its startup program.
 */
public final class ScriptTranspiler {
    private final ScriptProgram program;
    private final TrainingProcess process;
    private final ScriptTranspilerConfig config;
    private @Nullable DistributedPrograms programs;
    /** What this process runs where there are several trainers and no servers. */
    private @Nullable Program averaging;

    ScriptTranspiler(ScriptProgram program, TrainingProcess process, ScriptTranspilerConfig config) {
        this.program = program;
        this.process = process;
        this.config = config;
    }

    /** Cuts the main program, which must have its optimizer by now; {@code given} as below. */
    public void transpile(Object... given) {
        transpile(Map.of(), given);
    }

    /**
     * Cuts the main program, which must have its optimizer by now.
     *
     * @param arguments {@code sync_mode}: false for one of the modes without a barrier, which the config chooses; {@code pservers},
     *     {@code trainers} and {@code trainer_id}, which may be left out, are refused where they are not what the job has told this process
     * @param given what {@code minimize} gave, and the trainer's number, as Fluid's programs write them
     */
    public void transpile(Map<String, ?> arguments, Object... given) {
        Arguments named = Arguments.of("transpile", arguments, "sync_mode", "pservers", "trainers", "trainer_id");
        RoleClaims.check(process.role(), named, given);
        DistributeTranspilerConfig choices = config.choices(named.optional("sync_mode", Boolean.class));
        tellOfOtherSteps();
        boolean alone = process.role().role() == Role.LOCAL;
        if ((alone || process.role().meeting() != null)
                && program.main().operators(OpType.Phase.BACKWARD).isEmpty()) {
            throw new ProgramException("nothing is trained yet; call minimize before you transpile");
        }
        if (process.role().meeting() != null) {
            process.describe(program.main());
            averaging = new TrainerMasks(process.role().trainerId()).apply(new PeerPass().apply(program.main()));
        } else if (!alone) {
            process.describe(program.main());
            programs = new DistributeTranspiler(process.role(), choices).transpile(program.main(), program.seed());
        }
    }

    /** Once in a job: the other trainers have the same program. */
    private void tellOfOtherSteps() {
        RoleSpec role = process.role();
        if (role.role() == Role.TRAINER && role.trainerId() == 0 && role.trainers() > 1) {
            SampleMeans.missing(program.main())
                    .forEach(
                            loss -> process.print(
                                    "the loss '" + loss + "' is no mean over samples, so that "
                                            + role.trainers()
                                            + " trainers do not take the steps of one process; minimize the mean() of something per sample"));
        }
    }

    /** What a trainer runs each step. */
    public Program get_trainer_program() {
        DistributedPrograms cut = programs;
        if (cut != null) {
            return cut.trainer();
        }
        Program own = averaging;
        return own == null ? program.main() : own;
    }

    /** What this process runs first. */
    public Program get_startup_program() {
        DistributedPrograms cut = programs;
        if (cut == null) {
            return averaging == null ? program.startup() : new PeerPass().startup(program.main(), program.seed());
        }
        Endpoint current = process.role().current();
        return process.role().role() == Role.PSERVER && current != null
                ? cut.serverStartup(current)
                : cut.trainerStartup();
    }

    /** The same, {@code get_startup_program(current_endpoint, pserver_program)} in a parameter server. */
    public Program get_startup_program(CharSequence endpoint, Program pserver_program) {
        RoleClaims.checkEndpoint("get_startup_program", process.role(), endpoint);
        return get_startup_program();
    }

    /** What a parameter server runs; {@code endpoint} is its own. */
    public Program get_pserver_program(CharSequence endpoint) {
        RoleClaims.checkEndpoint("get_pserver_program", process.role(), endpoint);
        return get_pserver_program();
    }

    /** What a parameter server runs, until its trainers have left. */
    public Program get_pserver_program() {
        RoleSpec role = process.role();
        DistributedPrograms cut = programs;
        Endpoint current = role.current();
        if (cut == null || current == null) {
            throw new ProgramException(
                    "only a parameter server has a pserver program, after transpile(); this process is "
                            + role.role().word());
        }
        return cut.server(current);
    }
}
