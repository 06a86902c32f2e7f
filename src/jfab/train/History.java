package jfab.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jfab.engine.HostTensor;
import jfab.engine.Scope;
import jfab.engine.TrainerGroup;
import jfab.engine.checkpoint.CheckpointException;
import jfab.engine.checkpoint.CheckpointWriter;
import jfab.engine.checkpoint.Checkpoints;
import jfab.engine.checkpoint.Part;
import jfab.engine.checkpoint.Parts;
import jfab.engine.checkpoint.Piece;
import jfab.program.OpType;
import jfab.program.Program;
import jfab.program.ProgramDigest;
import jfab.program.Shape;
import jfab.ps.CheckpointSettings;
import jfab.ps.Progress;
import jfab.role.Role;
import jfab.role.RoleSpec;
import org.jspecify.annotations.Nullable;

/**
 * The runs that a script has made in this process or before it, and the part of checkpoints that a trainer or a process that
 * trains alone keeps of them.
 *
 * <p>A script that goes on from a checkpoint begins at its top. Runs that were made before the checkpoint are not computed
 * again: they give back what they gave then, so that the script's loops and readers come to where they were.
 */
final class History implements Progress, AutoCloseable {
    private static final String TRAINED = "";
    private static final String TESTED = "test.";

    /** Before the step of any checkpoint. */
    private static final long NEVER = -1;

    private final Supplier<RoleSpec> role;
    private @Nullable CheckpointSettings settings;
    private @Nullable Checkpoints checkpoints;
    private boolean wished;
    private boolean passing;
    private final CheckpointWriter writer;
    private final Consumer<String> console;
    private String program = "";
    private Journal trained = new Journal();
    private Journal tested = new Journal();
    private int step;
    private int tests;
    private int position;
    private @Nullable Parts source;
    private List<Long> present = List.of();
    private boolean begun;
    private @Nullable TrainerGroup group;
    private long saved;
    private long lastSave = System.nanoTime();

    /**
     * @param role of this process, asked for when it is known
     * @param settings null where there are no checkpoints
     */
    History(Supplier<RoleSpec> role, @Nullable CheckpointSettings settings, Consumer<String> console) {
        this.role = role;
        this.settings = settings;
        this.console = console;
        checkpoints = settings == null ? null : settings.checkpoints();
        writer = new CheckpointWriter(console);
    }

    /** Has checkpoints kept as {@code wanted} until the script has come to its end, unless it was decided otherwise before. */
    void checkpoints(CheckpointSettings wanted) {
        if (settings == null) {
            settings = wanted;
            checkpoints = wanted.checkpoints();
            passing = true;
        }
    }

    /** The trainers that this one has to agree with on where to go on; null where there are none, or servers. */
    void group(@Nullable TrainerGroup others) {
        group = others;
    }

    @Nullable
    CheckpointSettings settings() {
        return settings;
    }

    /** Asks for a checkpoint after the next training step, whatever else decides. */
    void wish() {
        wished = true;
    }

    /** The whole program, before it is cut for a job. */
    void program(String digest) {
        program = digest;
    }

    /** Whether the script is still on its way to where it goes on. */
    boolean replaying() {
        return step < position;
    }

    @Override
    public List<Long> usable(List<Long> steps) {
        Checkpoints own = checkpoints;
        if (own == null) {
            return steps;
        }
        List<Long> here = own.steps();
        present = here;
        List<Long> mine = steps.stream()
                .filter(here::contains)
                .filter(other -> own.open(other, program, "").find(this::kin).isPresent())
                .toList();
        // On a host that has never seen this trainer, the script's own values begin anew; the servers' do not.
        return mine.isEmpty() ? steps : mine;
    }

    @Override
    public long resume(long resumed) {
        Checkpoints own = checkpoints;
        position = Math.toIntExact(resumed);
        saved = resumed;
        if (own != null && own.steps().contains(resumed)) {
            Parts parts = own.open(resumed, program, "");
            Optional<String> part = parts.find(name -> name.equals(part())).or(() -> parts.find(this::kin));
            part.ifPresent(name -> go(own.open(resumed, program, name), name));
        }
        if (own != null) {
            // On this host's own disk no server removes what nobody goes back to.
            own.discardAfter(resumed, present);
        }
        if (position > 0) {
            console.accept("going on after step " + resumed);
        }
        return position;
    }

    private void go(Parts parts, String name) {
        source = parts;
        trained = Journal.read(parts, TRAINED);
        tested = Journal.read(parts, TESTED);
        position = Math.toIntExact(parts.position(name).orElseThrow());
    }

    /** What this run gave back when it was made before the checkpoint; null if it is to be made now. */
    @Nullable
    List<HostTensor> replay(Program run, Scope scope, List<String> fetch) {
        if (!computes(run)) {
            return null;
        }
        begin(run, scope);
        if (!replaying()) {
            return null;
        }
        wished = false;
        boolean training = trains(run);
        Journal journal = training ? trained : tested;
        int index = training ? step++ : tests++;
        while (journal.size() <= index) {
            journal.add(fetch.stream()
                    .map(name -> Journal.unknown(Shape.of(1), run.variable(name).type()))
                    .toList());
        }
        return journal.get(index);
    }

    /** Notes a run that was made, and writes this process's part where a checkpoint is due. */
    void ran(Program run, Scope scope, List<HostTensor> fetched, long marked) {
        if (!computes(run) || checkpoints == null) {
            return;
        }
        if (trains(run)) {
            trained.add(fetched);
            step++;
            boolean local = role.get().role() == Role.LOCAL;
            long name = local && due(step) ? step : marked;
            if (name > saved) {
                save(name, run, scope);
            }
        } else {
            tested.add(fetched);
            tests++;
        }
    }

    /** Whether there shall be a checkpoint after {@code next} steps. */
    boolean due(long next) {
        CheckpointSettings wanted = settings;
        if (wanted == null) {
            return false;
        }
        if (wished) {
            wished = false;
            return true;
        }
        boolean bySteps = wanted.steps() > 0 && next % wanted.steps() == 0;
        boolean byTime = wanted.interval().isPositive()
                && System.nanoTime() - lastSave > wanted.interval().toNanos();
        return bySteps || byTime;
    }

    /** The number of the training step that comes next, from 1. */
    long next() {
        return step + 1L;
    }

    /** Before the first training step: a process that trains alone looks for its own checkpoint; values come into the scope. */
    private void begin(Program run, Scope scope) {
        if (begun || !trains(run)) {
            return;
        }
        begun = true;
        Checkpoints own = checkpoints;
        OwnValues values = new OwnValues(run, scope);
        if (group != null) {
            agree(group, values);
        } else if (own != null && role.get().role() == Role.LOCAL) {
            program = ProgramDigest.of(run);
            own.steps().stream()
                    .filter(other -> values.restorable(own.open(other, program, Part.LOCAL)))
                    .findFirst()
                    .ifPresent(this::resume);
            own.discardAfter(position);
        }
        Parts parts = source;
        if (parts != null) {
            values.restore(parts);
        }
    }

    /** Values come from this trainer's own part, and where it has none from a trainer that has one. */
    private void agree(TrainerGroup others, OwnValues values) {
        Checkpoints own = checkpoints;
        present = own == null ? List.of() : own.steps();
        List<Long> usable = own == null
                ? List.of()
                : present.stream()
                        .filter(other -> values.restorable(own.open(other, program, part())))
                        .toList();
        TrainerGroup.Agreement agreement = others.agree(Optional.of(usable));
        if (own != null && agreement.step() == 0 && !usable.isEmpty()) {
            throw new CheckpointException(
                    own.folder(),
                    "has a checkpoint after step " + usable.getFirst()
                            + " that not all trainers can use; remove it to train from the beginning");
        }
        resume(agreement.step());
        if (agreement.shared()) {
            Parts parts = source;
            if (parts != null && agreement.source() == role.get().trainerId()) {
                values.restore(parts);
            }
            others.share(agreement.source());
        }
    }

    private void save(long name, Program run, Scope scope) {
        saved = name;
        lastSave = System.nanoTime();
        List<Piece> pieces = new ArrayList<>();
        new OwnValues(run, scope).pieces().forEach(piece -> pieces.add(piece.copy()));
        pieces.addAll(trained.pieces(TRAINED));
        pieces.addAll(tested.pieces(TESTED));
        RoleSpec own = role.get();
        int parts = own.role() == Role.LOCAL ? 1 : own.pservers().size() + own.trainers();
        if (checkpoints != null) {
            writer.submit(checkpoints, new Part(part(), name, program, step, parts, pieces));
        }
    }

    private String part() {
        RoleSpec own = role.get();
        return own.role() == Role.LOCAL ? Part.LOCAL : Part.trainer(own.trainerId(), own.trainers());
    }

    /** Whether the part {@code name} says what this process needs. */
    private boolean kin(String name) {
        return name.equals(part()) || name.startsWith("trainer-0-of-") || name.equals(Part.LOCAL);
    }

    private static boolean trains(Program run) {
        return !run.operators(OpType.Phase.BACKWARD).isEmpty();
    }

    private static boolean computes(Program run) {
        return !run.operators(OpType.Phase.FORWARD).isEmpty();
    }

    /** Waits until this process's part of the last checkpoint is on the disk; to be called before it leaves its job. */
    void settle() {
        writer.settle();
    }

    /**
     * The script has come to its end, and with it this process's part in the job: checkpoints that were to last until then are
     * removed. Where there are servers, they do that, since they are the last.
     */
    void finish() {
        if (passing && checkpoints != null && (group != null || role.get().role() != Role.TRAINER)) {
            checkpoints.discardAfter(NEVER);
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
