package jfab.training.train;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import jfab.JfabException;
import jfab.role.ExitCode;
import jfab.role.Role;
import jfab.role.RoleException;
import jfab.role.RoleSpec;
import jfab.script.ScriptException;
import jfab.training.data.DataException;
import jfab.training.data.ReaderException;
import jfab.training.engine.EngineException;
import jfab.training.engine.PeerException;
import jfab.training.program.ProgramException;
import jfab.training.ps.job.JobSettings;
import jfab.training.ps.job.OnFailure;
import jfab.training.ps.job.ParameterServerException;
import jfab.training.ps.job.RolledBackException;
import jfab.training.train.v1.ConfigFlags;
import jfab.training.train.v1.ConfigTraining;
import jfab.training.words.FlagException;
import jfab.training.words.HelpException;
import jfab.training.words.LocalOnlyException;

/**
 * The entry of a training process: {@code train SCRIPT [pserver|trainer ENDPOINTS CURRENT ID TRAINERS] [--flag value ...]}, {@code train
 * [pserver] --config=FILE [--flag=value ...]}, {@code train predict MODEL --data PLACE}, or {@code train check-gpu}.
 *
 * <p>Exit codes: 0 at the end of the script, 1 for an error, 2 for wrong arguments, {@link ExitCode#ABORTED} where another process of the
 * job failed, 143 after SIGTERM.
 */
public final class TrainMain {
    /** Seconds between SIGTERM and SIGKILL, where nobody says how many there are. */
    private static final int GRACE = 6;

    /** A job that goes back to its checkpoint more often does not get anywhere: two processes have the same place in it, say. */
    private static final int MOST_RETURNS = 100;

    /** In place of an exit code where a signal is ending the process already, which decides the code. */
    private static final int SIGNALLED = -1;

    private static final String EXITS = "its program has called System.exit";

    private static final List<String> HELP = List.of("--help", "-h");

    private static final String USAGE = """
            usage: train SCRIPT [pserver|trainer ENDPOINTS CURRENT_ENDPOINT TRAINER_ID TRAINERS] [--flag value ...]
               or: train [pserver] --config=FILE [--flag=value ...]
               or: train predict MODEL --data rows.csv|folder
               or: train check-gpu""";

    private static final String WITH_SCRIPT = """


            SCRIPT is a training program in Fluid's words; train SCRIPT --help lists the flags that it takes. Which part of a job it is, it
            learns from the words behind it or from PADDLE_TRAINING_ROLE and its companions; with neither it trains alone.

            MODEL is a folder that save_inference_model wrote; each sample of the data, which has the columns that training read, gives a line.

            check-gpu says what the machine has for GPUs and what is wrong with it.

            FILE is a configuration of PaddlePaddle's first version. Its flags, with what they are where they are not given:
            """;

    private TrainMain() {}

    public static void main(String[] args) {
        int code = run(Arrays.asList(args), System.getenv());
        if (code != SIGNALLED) {
            System.exit(code);
        }
    }

    private static int run(List<String> arguments, Map<String, String> environment) {
        try {
            if (arguments.isEmpty()) {
                throw new FlagException(USAGE);
            }
            if (HELP.contains(arguments.getFirst())
                    || (ConfigTraining.startedBy(arguments)
                            && arguments.stream().anyMatch(HELP::contains))) {
                throw new HelpException(USAGE + WITH_SCRIPT + ConfigFlags.help().stripTrailing());
            }
            if (arguments.getFirst().equals(Prediction.WORD)) {
                StandardOutput output = StandardOutput.watch("");
                Prediction.of(arguments.subList(1, arguments.size())).run(System.out::println);
                return output.lost() ? 1 : 0;
            }
            if (arguments.equals(List.of(GpuCheck.WORD))) {
                return new GpuCheck(System.out::println).run() ? 0 : 1;
            }
            // A disk that is full for a while, under its log, ends no training.
            StandardOutput.watch("; training goes on");
            return train(arguments, environment);
        } catch (HelpException e) {
            System.out.println(e.getMessage());
            return 0;
        } catch (ParameterServerException e) {
            System.err.println(e.getMessage());
            return e.consequence() ? ExitCode.ABORTED : 1;
        } catch (PeerException e) {
            System.err.println(e.getMessage());
            return ExitCode.ABORTED;
        } catch (JfabException e) {
            System.err.println(e.getMessage());
            return isMistake(e) ? ExitCode.USAGE : 1;
        } catch (Throwable e) {
            // Threads of the program would keep a process going whose main thread ends so.
            e.printStackTrace();
            return 1;
        }
    }

    /** Whether script or data are wrong in themselves: where and when they are read does not matter, so another start comes to the same. */
    private static boolean isMistake(JfabException failure) {
        Throwable what =
                failure instanceof ScriptException && failure.getCause() != null ? failure.getCause() : failure;
        return what instanceof FlagException
                || what instanceof RoleException
                || what instanceof LocalOnlyException
                || what instanceof ProgramException
                || what instanceof ReaderException
                || (failure instanceof ScriptException script && script.isMistake())
                || (what instanceof EngineException engine && engine.isOfData())
                // A file that is not there, or cannot be read, may be later.
                || (what instanceof DataException data && data.isOfContent() && Files.isRegularFile(data.file()));
    }

    private static int train(List<String> arguments, Map<String, String> environment) {
        Workload first = Workload.of(arguments, environment);
        RoleSpec role = first.role();
        Termination termination = Termination.watch(Thread.currentThread(), patience(environment));
        try (GlogFile log = GlogFile.open(role.role(), environment);
                Metrics metrics = new Metrics(first.metrics(environment), log::print)) {
            log.info("commandline: " + first.commandline());
            log.info("role: " + role);
            JobSettings settings = JobSettings.from(environment, log::print);
            JobMembership.openness(role, settings).ifPresent(log::print);
            Workload work = first;
            for (int returns = 1; ; returns++) {
                try {
                    boolean returning = returns > 1 || restarted(environment);
                    return train(work, settings, returning, metrics, log, termination);
                } catch (JfabException e) {
                    if (termination.requested()) {
                        // It has ended the step, and would have the records of the last ones not be written.
                        boolean _ = Thread.interrupted();
                        log.info("stopped by a signal");
                        return SIGNALLED;
                    }
                    if (!goesBack(e, settings) || returns > MOST_RETURNS) {
                        throw e;
                    }
                    log.print("going back to the last checkpoint: " + e.getMessage());
                    // A script that goes on from a checkpoint begins at its top as well.
                    work = Workload.of(arguments, environment);
                }
            }
        } finally {
            termination.finish();
        }
    }

    /** How long a step may go on after SIGTERM until it is interrupted, so that there is a second left before SIGKILL comes. */
    private static Duration patience(Map<String, String> environment) {
        String grace = environment.getOrDefault("JFAB_GRACE", "");
        int seconds = grace.matches("\\d{1,9}") ? Integer.parseInt(grace) : GRACE;
        return Duration.ofSeconds(Math.max(seconds - 1, 0));
    }

    private static int train(
            Workload work,
            JobSettings settings,
            boolean returning,
            Metrics metrics,
            GlogFile log,
            Termination termination) {
        AtomicReference<Supplier<RoleSpec>> known = new AtomicReference<>(work::role);
        Supplier<RoleSpec> role = () -> known.get().get();
        CheckpointTimes times = new CheckpointTimes(settings.faults().checkpoints());
        // A server ends by what is done on request.
        termination.preparing(work.role().role() != Role.PSERVER);
        ResumePoint origin = new ResumePoint(role, times, returning, log::print);
        try (History history = new History(role, origin, times, metrics::flush, log::print);
                JobMembership job =
                        JobMembership.of(work.role(), settings, origin, cause -> leave(log, cause), log::print);
                Training training = new Training(job, history, origin, times, log, termination, metrics)) {
            known.set(job::role);
            // What is saved when a trainer is stopped is saved whole.
            termination.onRequest(job instanceof JobMembership.Server ? job::close : () -> job.interruptible(false));
            if (!(job instanceof JobMembership.Alone)) {
                termination.onExit(() -> {
                    log.print(EXITS + "; what ends a script well is its last line, or return");
                    job.fail(EXITS);
                });
            }
            return run(work, training, history, job, log, termination, settings);
        }
    }

    /** Whether this process died and was started again by its supervisor, in a job that goes back to its last checkpoint then. */
    private static boolean restarted(Map<String, String> environment) {
        return !environment.getOrDefault("JFAB_ATTEMPT", "0").equals("0");
    }

    /** Whether the job goes on from its last checkpoint after {@code failure}. */
    private static boolean goesBack(JfabException failure, JobSettings settings) {
        return failure instanceof RolledBackException
                || (failure instanceof PeerException peer
                        && peer.lost()
                        && settings.faults().onFailure() == OnFailure.RESTART);
    }

    /** Ends the process although its training thread waits for another one that is gone. */
    private static void leave(GlogFile log, String cause) {
        log.error(cause);
        System.err.println(cause);
        Runtime.getRuntime().halt(ExitCode.ABORTED);
    }

    private static int run(
            Workload work,
            Training training,
            History history,
            JobMembership job,
            GlogFile log,
            Termination termination,
            JobSettings settings) {
        try {
            work.run(training);
            job.interruptible(false);
            history.checkEnd();
            history.settle();
            job.finish();
            history.finish();
            log.info("end");
            return 0;
        } catch (JfabException e) {
            if (termination.requested()) {
                training.saveStopped(work.saveDirectory().resolve("stopped"));
                log.info("stopped by a signal");
                job.stop();
                return SIGNALLED;
            }
            if (goesBack(e, settings)) {
                throw e;
            }
            log.error(String.valueOf(e.getMessage()));
            if (e instanceof ParameterServerException stopped && stopped.orderly()) {
                training.saveStopped(work.saveDirectory().resolve("stopped"));
            }
            if (e instanceof HelpException || isMistake(e)) {
                job.abort(e.getMessage());
            } else if (!(e instanceof ParameterServerException) && !(e instanceof PeerException)) {
                job.fail(e.getMessage());
            }
            throw e;
        } catch (Throwable e) {
            // Nobody has foreseen it; the others would take the end of its connections for a farewell.
            String what = e.getClass().getSimpleName() + ": " + e.getMessage();
            log.error(what);
            job.fail(what);
            throw e;
        }
    }
}
