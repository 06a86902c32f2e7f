package jfab.training.train;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.data.files.FileRows;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.engine.StepListener;
import jfab.training.engine.Tensor;
import jfab.training.engine.TrainerAgreement;
import jfab.training.engine.checkpoint.ForeignParameters;
import jfab.training.engine.checkpoint.ModelFolder;
import jfab.training.engine.checkpoint.ReaderFile;
import jfab.training.engine.torch.Torch;
import jfab.training.program.InferenceModel;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.ProgramDigest;
import jfab.training.program.ProgramException;
import jfab.training.program.Variable;
import jfab.training.ps.job.CheckpointSettings;
import jfab.training.words.TrainingProcess;
import org.jspecify.annotations.Nullable;

/** A script's process: libtorch, one scope for all that it trains, standard output and the log file. Closing it frees all scopes. */
final class Training implements TrainingProcess, AutoCloseable {
    /** Bytes of a model that take noticeable time to write. */
    private static final long LARGE = 1_000_000_000;

    /** What a program has whose gradients meet those of others. */
    private static final Set<OpType> EXCHANGING =
            Set.of(OpType.BACKWARD_ALL_REDUCE, OpType.SEND, OpType.SEND_ROWS, OpType.SEND_AHEAD);

    private final JobMembership job;
    private final History history;
    private final ResumePoint origin;
    private final CheckpointTimes times;
    private final GlogFile log;
    private final Termination termination;
    private final Metrics metrics;
    private final List<Scope> scopes = new ArrayList<>();
    private final List<FileRows> read = new ArrayList<>();
    private final FirstFeed firstFeed;
    private @Nullable Scope scope;
    private @Nullable Program trained;

    Training(
            JobMembership job,
            History history,
            ResumePoint origin,
            CheckpointTimes times,
            GlogFile log,
            Termination termination,
            Metrics metrics) {
        this.job = job;
        firstFeed = new FirstFeed(job, this::print);
        this.history = history;
        this.origin = origin;
        this.times = times;
        this.log = log;
        this.termination = termination;
        this.metrics = metrics;
        origin.group(job.group());
        metrics.begin();
    }

    @Override
    public RoleSpec role() {
        return job.role();
    }

    @Override
    public Executor open(Device device) {
        log.info("device: " + device);
        metrics.device(device);
        return Torch.open(device, job.exchange(), job.group(), metrics);
    }

    @Override
    public Scope scope(Executor executor) {
        Scope own = scope;
        if (own == null) {
            own = newScope(executor);
            scope = own;
        }
        return own;
    }

    @Override
    public Scope newScope(Executor executor) {
        Scope opened = executor.newScope();
        scopes.add(opened);
        return opened;
    }

    @Override
    public void beginStep(Program program, Scope scope) {
        if (termination.requested()) {
            throw new TrainingStopped();
        }
        job.check();
        metrics.beginStep(program);
        if (program.operators(OpType.Phase.BACKWARD).isEmpty()) {
            return;
        }
        // Until then, nothing can be lost: with what begins a job, a trainer waits for the others.
        termination.preparing(false);
        if (!program.equals(trained)) {
            RoleSpec role = job.role();
            boolean others = role.meeting() != null || !role.pservers().isEmpty();
            if (role.role() != Role.LOCAL && others && !exchanges(program)) {
                throw new ProgramException(
                        "this would train by itself, and neither the other processes of its job nor checkpoints would have it:"
                                + " t = DistributeTranspiler() and t.transpile() behind the optimizer, then run"
                                + " t.get_startup_program() and t.get_trainer_program() in place of the default programs");
            }
            trained = program;
        }
    }

    private static boolean exchanges(Program program) {
        return program.operators().stream().map(Operator::type).anyMatch(EXCHANGING::contains);
    }

    @Override
    public void endStep(
            Program program, Map<String, ? extends Tensor> feed, List<String> fetch, List<HostTensor> values) {
        metrics.endStep(job::role, program, feed, fetch, values);
    }

    @Override
    public StepListener listener() {
        return metrics;
    }

    @Override
    public void describe(Program program) {
        String digest = ProgramDigest.of(program);
        origin.program(digest);
        job.program(digest);
    }

    @Override
    public TrainerAgreement compare(String text, long number) {
        return job.compare(text, number);
    }

    @Override
    public void checkpoints(Path folder, long steps, int keep) {
        times.decide(new CheckpointSettings(folder, steps, Duration.ZERO, keep));
        job.checkpoints(times.settings());
    }

    @Override
    public void checkpoint() {
        times.wish();
    }

    @Override
    public @Nullable List<HostTensor> replay(Program program, Scope scope, List<String> fetch) {
        List<HostTensor> past = history.replay(program, scope, fetch);
        if (past != null && !program.operators(OpType.Phase.BACKWARD).isEmpty()) {
            metrics.skip(job::role, history.position());
        }
        boolean chief =
                past == null && job.role().role() == Role.TRAINER && job.role().trainerId() == 0;
        if (chief && !program.operators(OpType.Phase.BACKWARD).isEmpty() && times.due(history.next())) {
            job.mark();
        }
        return past;
    }

    @Override
    public void feeds(Program program, Map<String, ? extends Tensor> feed) {
        if (exchanges(program) && !program.operators(OpType.Phase.BACKWARD).isEmpty()) {
            firstFeed.tell(feed);
        }
    }

    @Override
    public void ran(Program program, Scope scope, List<HostTensor> fetched) {
        firstFeed.compare();
        history.ran(program, scope, fetched, job.marked());
    }

    @Override
    public void save(Path folder, Program program, Scope scope) {
        if (history.replaying()) {
            return;
        }
        undisturbed(() ->
                warn(folder, new Checkpoint(folder).save(program, scope, job.exchange(), role().role() == Role.LOCAL)));
        log.info("saved: " + folder);
    }

    @Override
    public void load(Path folder, Program program, Scope scope) {
        new Checkpoint(folder).load(program, scope);
        log.info("Loaded parameters from " + folder);
    }

    @Override
    public void saveModel(Path folder, InferenceModel model, Scope scope) {
        // Else nobody knows what takes so long.
        long size = model.program().persistables().stream()
                .mapToLong(variable ->
                        variable.shape().elements() * variable.type().bytes())
                .sum();
        if (size > LARGE) {
            print(folder + " will have " + size / 1_000_000_000
                    + " GB; of a table it has all rows, the untouched ones as well");
        }
        undisturbed(() -> {
            warn(folder, new ModelFolder(folder).save(model, scope, job.exchange()));
            recordReader(folder, model);
        });
        log.info("Saving the model to " + folder);
    }

    private void warn(Path folder, Set<String> spoiled) {
        if (!spoiled.isEmpty()) {
            print(folder + " is saved with values that are NaN or infinite, in " + String.join(", ", spoiled));
        }
    }

    /** Does {@code writing}, whoever of the job is lost meanwhile. */
    private void undisturbed(Runnable writing) {
        job.interruptible(false);
        try {
            writing.run();
        } finally {
            job.interruptible(!termination.requested());
        }
    }

    /** Keeps beside the model how its samples are read, where the script has read them in one way. */
    private void recordReader(Path folder, InferenceModel model) {
        List<String> names = Prediction.fed(model).stream().map(Variable::name).toList();
        List<Map<String, Object>> fitting = read.stream()
                .filter(rows -> rows.variables().containsAll(names))
                .map(FileRows::description)
                .distinct()
                .toList();
        if (fitting.size() == 1) {
            new ReaderFile(folder).write(fitting.getFirst());
            return;
        }
        new ReaderFile(folder).remove();
        if (fitting.size() > 1) {
            print(folder + " is saved without how its samples are read: " + fitting.size()
                    + " sets of files have " + String.join(", ", names)
                    + "; train predict needs one, whose from('...') reads the others");
        }
    }

    @Override
    public void reads(FileRows rows) {
        read.add(rows);
        job.reads(rows.digest());
    }

    @Override
    public List<Variable> loadForeign(Path place, Map<String, String> names, List<Variable> variables, Scope scope) {
        return ForeignParameters.in(place, names).load(variables, scope, this::print);
    }

    @Override
    public InferenceModel loadModel(Path folder, Scope scope) {
        InferenceModel model = new ModelFolder(folder).load(scope);
        log.info("Loaded the model from " + folder);
        return model;
    }

    @Override
    public Set<String> saved(Path folder) {
        return new Checkpoint(folder).names();
    }

    /** What a stopped local process or trainer 0 leaves behind, if it had begun to train. */
    void saveStopped(Path folder) {
        Program program = trained;
        Scope values = scope;
        if (program != null && values != null && job.role().trainerId() == 0) {
            save(folder, program, values);
        }
    }

    @Override
    public void dot() {
        if (!history.replaying()) {
            log.dot();
        }
    }

    @Override
    public void print(String line) {
        if (!history.replaying()) {
            log.print(line);
        }
    }

    @Override
    public void close() {
        RuntimeException wrong = null;
        for (Scope scope : scopes) {
            try {
                scope.close();
            } catch (RuntimeException e) {
                if (wrong == null) {
                    wrong = e;
                } else {
                    wrong.addSuppressed(e);
                }
            }
        }
        if (wrong != null) {
            throw wrong;
        }
    }
}
