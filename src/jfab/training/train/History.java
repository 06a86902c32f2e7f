package jfab.training.train;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.engine.checkpoint.CheckpointException;
import jfab.training.engine.checkpoint.CheckpointWriter;
import jfab.training.engine.checkpoint.Checkpoints;
import jfab.training.engine.checkpoint.Part;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.engine.checkpoint.Piece;
import jfab.training.program.OpType;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The runs that a script has made in this process or before it, and the part of checkpoints that a trainer or a process that
 * trains alone keeps of them.
 *
 * <p>A script that goes on from a checkpoint begins at its top. Runs that were made before the checkpoint are not computed
 * again: they give back what they gave then, so that the script's loops and readers come to where they were.
 */
final class History implements AutoCloseable {
    private static final String TRAINED = "";
    private static final String TESTED = "test.";
    /** So often a script that is on its way to where it goes on says how far it is: else it would look as if it hung. */
    private static final long TELL = TimeUnit.SECONDS.toNanos(10);

    private final Supplier<RoleSpec> role;
    private final ResumePoint origin;
    private final CheckpointTimes times;
    private final Runnable keeping;
    private final CheckpointWriter writer;
    private final Consumer<String> console;
    private final LongSupplier clock;
    private Journal trained = new Journal();
    private Journal tested = new Journal();
    private int step;
    private int tests;
    private @Nullable Parts recalled;
    private long saved;
    /** When the first step was repeated, or the script began. */
    private long began;

    private long told;
    private boolean unknown;

    /**
     * @param role of this process, asked for when it is known
     * @param keeping called before this process's part of a checkpoint is written
     */
    History(
            Supplier<RoleSpec> role,
            ResumePoint origin,
            CheckpointTimes times,
            Runnable keeping,
            Consumer<String> console) {
        this(role, origin, times, keeping, console, System::nanoTime);
    }

    /** @param clock in nanoseconds, from anywhere */
    History(
            Supplier<RoleSpec> role,
            ResumePoint origin,
            CheckpointTimes times,
            Runnable keeping,
            Consumer<String> console,
            LongSupplier clock) {
        this.role = role;
        this.origin = origin;
        this.times = times;
        this.keeping = keeping;
        this.console = console;
        this.clock = clock;
        writer = new CheckpointWriter(console);
        began = clock.getAsLong();
        told = began;
    }

    /** Whether the script is still on its way to where it goes on. */
    boolean replaying() {
        return step < origin.position();
    }

    /** The step that it goes on behind; 0 where it begins. */
    long position() {
        return origin.position();
    }

    /** What this run gave back when it was made before the checkpoint; null if it is to be made now. */
    @Nullable
    List<HostTensor> replay(Program run, Scope scope, List<String> fetch) {
        if (!computes(run)) {
            return null;
        }
        boolean training = trains(run);
        if (training) {
            origin.begin(run, scope);
        }
        if (!replaying()) {
            return null;
        }
        recall();
        times.forgetWish();
        tell();
        Journal journal = training ? trained : tested;
        int index = training ? step++ : tests++;
        if (training && journal.size() <= index && !unknown) {
            unknown = true;
            console.accept("what " + (index == 0 ? "these steps" : "the steps from " + (index + 1) + " on")
                    + " gave is not kept on this host: the program is given NaN for it");
        }
        while (journal.size() <= index) {
            journal.add(fetch.stream()
                    .map(name -> Journal.unknown(Shape.of(1), run.variable(name).type()))
                    .toList());
        }
        return journal.get(index);
    }

    private void tell() {
        long now = clock.getAsLong();
        // What the script does before its first step is not done again for each.
        began = step == 0 ? now : began;
        if (step > 0 && now - told >= TELL) {
            told = now;
            console.accept("repeating: " + step + " of " + origin.position() + " steps, about "
                    + RepeatedSteps.left(step, now - began, origin.position() - step) + " s left");
        }
    }

    /** Reads what the runs before the checkpoint gave. */
    private void recall() {
        Parts parts = origin.source();
        if (parts != null && parts != recalled) {
            recalled = parts;
            trained = Journal.read(parts, TRAINED);
            tested = Journal.read(parts, TESTED);
        }
    }

    /** Notes a run that was made, and writes this process's part where a checkpoint is due. */
    void ran(Program run, Scope scope, List<HostTensor> fetched, long marked) {
        if (!computes(run) || times.checkpoints() == null) {
            return;
        }
        if (trains(run)) {
            trained.add(fetched);
            step++;
            boolean local = role.get().role() == Role.LOCAL;
            long name = local && times.due(step) ? step : marked;
            if (name > Math.max(saved, origin.step())) {
                save(name, run, scope);
            }
        } else {
            tested.add(fetched);
            tests++;
        }
    }

    /** The number of the training step that comes next, from 1. */
    long next() {
        return step + 1L;
    }

    private void save(long name, Program run, Scope scope) {
        saved = name;
        times.saved();
        List<Piece> pieces = new ArrayList<>();
        new OwnValues(run, scope).pieces().forEach(piece -> pieces.add(piece.copy()));
        List<Piece> journal = new ArrayList<>(trained.pieces(TRAINED));
        journal.addAll(tested.pieces(TESTED));
        RoleSpec own = role.get();
        int parts = own.role() == Role.LOCAL ? 1 : own.pservers().size() + own.trainers();
        Checkpoints kept = times.checkpoints();
        if (kept != null) {
            keeping.run();
            writer.submit(kept, new Part(origin.part(), name, origin.program(), step, parts, pieces, journal));
        }
    }

    private static boolean trains(Program run) {
        return !run.operators(OpType.Phase.BACKWARD).isEmpty();
    }

    private static boolean computes(Program run) {
        return !run.operators(OpType.Phase.FORWARD).isEmpty();
    }

    /**
     * The script has come to its end.
     *
     * @throws CheckpointException where it is not yet where it goes on: it has computed nothing, and all that it saved was left out
     */
    void checkEnd() {
        Checkpoints kept = times.checkpoints();
        if (kept != null && replaying() && role.get().role() != Role.PSERVER) {
            throw new CheckpointException(
                    kept.folder(),
                    "the script has ended after " + step + " of the " + origin.position()
                            + " steps that its checkpoint has, so that nothing was trained or saved; remove that to train from the beginning");
        }
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
        if (origin.grouped() || role.get().role() != Role.TRAINER) {
            times.finish();
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
