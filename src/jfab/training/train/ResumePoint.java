package jfab.training.train;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jfab.role.Role;
import jfab.role.RoleSpec;
import jfab.training.engine.Scope;
import jfab.training.engine.TrainerGroup;
import jfab.training.engine.checkpoint.CheckpointException;
import jfab.training.engine.checkpoint.Checkpoints;
import jfab.training.engine.checkpoint.Part;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.program.Program;
import jfab.training.program.ProgramDigest;
import jfab.training.ps.job.Progress;
import org.jspecify.annotations.Nullable;

/** Where training begins: with the script's own values, or after a checkpoint that all who take part can go back to. */
final class ResumePoint implements Progress {
    private final Supplier<RoleSpec> role;
    private final CheckpointTimes times;
    private final boolean returning;
    private final Consumer<String> console;
    private String program = "";
    private @Nullable TrainerGroup group;
    private List<Long> present = List.of();
    private boolean begun;
    private long step;
    private int position;
    private @Nullable Parts source;
    /** Whose part {@code source} is, where it is not this process's own: as where the job had another number of trainers. */
    private String foreign = "";

    /**
     * @param role of this process, asked for when it is known
     * @param returning whether the job goes back to its last checkpoint, as after a death
     */
    ResumePoint(Supplier<RoleSpec> role, CheckpointTimes times, boolean returning, Consumer<String> console) {
        this.role = role;
        this.times = times;
        this.returning = returning;
        this.console = console;
    }

    /** The whole program, before it is cut for a job. */
    void program(String digest) {
        program = digest;
    }

    String program() {
        return program;
    }

    /** The trainers that this one has to agree with; null where there are none, or servers. */
    void group(@Nullable TrainerGroup others) {
        group = others;
    }

    boolean grouped() {
        return group != null;
    }

    /** The step of the checkpoint that training begins after; 0 at the beginning. */
    long step() {
        return step;
    }

    /** How many steps this process itself had made then. */
    int position() {
        return position;
    }

    /** What this process has of that checkpoint; null if nothing. */
    @Nullable
    Parts source() {
        return source;
    }

    /** The name of this process's part of checkpoints. */
    String part() {
        RoleSpec own = role.get();
        return own.role() == Role.LOCAL ? Part.LOCAL : Part.trainer(own.trainerId(), own.trainers());
    }

    @Override
    public List<Long> usable(List<Long> steps) {
        Checkpoints own = times.checkpoints();
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
        Checkpoints own = times.checkpoints();
        step = resumed;
        position = Math.toIntExact(resumed);
        if (own != null && own.steps().contains(resumed)) {
            Parts parts = own.open(resumed, program, "");
            Optional<String> part = parts.find(name -> name.equals(part())).or(() -> parts.find(this::kin));
            part.ifPresent(name -> {
                Parts found = own.open(resumed, program, name);
                source = found;
                position = Math.toIntExact(found.position(name).orElseThrow());
                foreign = name.equals(part()) ? "" : name;
            });
        }
        if (own != null) {
            // On this host's own disk no server removes what nobody goes back to.
            own.discardAfter(resumed, present);
        }
        if (position > 0) {
            console.accept("going on after step " + resumed);
            console.accept("repeating what the program itself does in the steps before, which are not trained again");
            if (!foreign.isEmpty()) {
                console.accept("these steps give back what they gave " + foreign + ", with its samples: of " + part()
                        + " nothing is kept here");
            }
        } else if (returning) {
            console.accept(
                    own == null
                            ? "beginning again: without JFAB_CHECKPOINT_DIR there is no checkpoint to go back to"
                            : "beginning again: there is no checkpoint yet that all processes of the job can go back to");
        }
        return position;
    }

    /** Whether the part {@code name} says what this process needs. */
    private boolean kin(String name) {
        return name.equals(part()) || name.startsWith("trainer-0-of-") || name.equals(Part.LOCAL);
    }

    /** Before the first training step {@code run}: finds the place unless servers have told it; values come into the scope. */
    void begin(Program run, Scope scope) {
        if (begun) {
            return;
        }
        begun = true;
        OwnValues values = new OwnValues(run, scope);
        if (group != null) {
            agree(group, values);
            return;
        }
        Checkpoints own = times.checkpoints();
        if (own != null && role.get().role() == Role.LOCAL) {
            program = ProgramDigest.of(run);
            List<Long> usable = own.steps().stream()
                    .filter(other -> values.restorable(own.open(other, program, Part.LOCAL)))
                    .toList();
            // One that says how far the script was; before there is none of them, servers have all values as well.
            usable.stream()
                    .filter(other ->
                            own.open(other, program, Part.LOCAL).find(this::kin).isPresent())
                    .findFirst()
                    .or(() -> usable.stream().findFirst())
                    .ifPresent(other -> {
                        resume(other);
                        source = source == null ? own.open(other, program, Part.LOCAL) : source;
                    });
            own.discardAfter(step);
        }
        restore(values);
    }

    /**
     * Values come from this trainer's own part, and where it has none from a trainer that has one. Parameters are given to all of them in
     * any case: trainers that began with different ones would never notice.
     */
    private void agree(TrainerGroup others, OwnValues values) {
        Checkpoints own = times.checkpoints();
        present = own == null ? List.of() : own.steps();
        List<Long> usable = own == null
                ? List.of()
                : present.stream()
                        .filter(other -> {
                            Parts parts = own.open(other, program, part());
                            return values.restorable(parts)
                                    && parts.find(this::kin).isPresent();
                        })
                        .toList();
        TrainerGroup.Agreement agreement = others.agree(Optional.of(usable));
        if (own != null && agreement.step() == 0 && !usable.isEmpty()) {
            throw new CheckpointException(
                    own.folder(),
                    "has a checkpoint after step " + usable.getFirst()
                            + " that not all trainers can use; remove it to train from the beginning");
        }
        resume(agreement.step());
        boolean gives = agreement.source() == role.get().trainerId();
        if (agreement.shared() && !gives) {
            // Before what this trainer has of its own, such as the means of its samples.
            others.share(agreement.source());
        }
        restore(values);
        if (agreement.shared() && gives) {
            others.share(agreement.source());
        }
    }

    private void restore(OwnValues values) {
        Parts parts = source;
        if (parts != null) {
            values.restore(parts);
        }
    }
}
