package jfab.training.ps;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import jfab.training.engine.checkpoint.CheckpointException;
import jfab.training.engine.checkpoint.CheckpointWriter;
import jfab.training.engine.checkpoint.Checkpoints;
import jfab.training.engine.checkpoint.Part;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.engine.checkpoint.Piece;
import jfab.training.ps.job.CheckpointSettings;
import jfab.training.ps.job.Durable;
import org.jspecify.annotations.Nullable;

/** A server's part of the job's checkpoints: writes it, and goes back to it. */
final class Recovery implements AutoCloseable {
    private final @Nullable Checkpoints checkpoints;
    private final Part origin;
    private final List<? extends Durable> state;
    private final CheckpointWriter writer;

    /**
     * @param origin name, program and number of parts of what this server writes
     */
    Recovery(
            @Nullable CheckpointSettings wanted, Consumer<String> console, Part origin, List<? extends Durable> state) {
        checkpoints = wanted == null ? null : wanted.checkpoints();
        this.origin = origin;
        this.state = state;
        writer = new CheckpointWriter(console);
    }

    /** The steps that this server can go back to. */
    List<Long> offers() {
        Checkpoints own = checkpoints;
        return own == null
                ? List.of()
                : own.steps().stream()
                        .filter(step -> {
                            Parts parts = own.open(step, origin.program(), origin.name());
                            return state.stream().allMatch(durable -> durable.restorable(parts));
                        })
                        .toList();
    }

    /** Goes back to the newest step that is in all of {@code offers}, and gives it; 0, the beginning, if there is none. */
    long restore(List<Set<Long>> offers) {
        TreeSet<Long> common = new TreeSet<>(offers.getFirst());
        offers.forEach(common::retainAll);
        long step = common.isEmpty() ? 0 : common.last();
        Checkpoints own = checkpoints;
        if (own != null) {
            if (step > 0) {
                Parts parts = own.open(step, origin.program(), origin.name());
                state.forEach(durable -> durable.restore(parts));
            }
            Optional<Long> lost = own.steps().stream()
                    .filter(other -> other > step && own.complete(other))
                    .findFirst();
            if (lost.isPresent() && step == 0) {
                throw new CheckpointException(
                        own.folder(),
                        "has a checkpoint after step " + lost.get()
                                + " that not all processes of the job can use; remove it to train from the beginning");
            }
            own.discardAfter(step);
        }
        return step;
    }

    /** Copies the values of now; they are written while training goes on. */
    void save(long step) {
        Checkpoints own = checkpoints;
        if (own != null) {
            List<Piece> pieces = state.stream()
                    .flatMap(durable -> durable.pieces().stream())
                    .map(Piece::copy)
                    .toList();
            writer.submit(own, new Part(origin.name(), step, origin.program(), step, origin.parts(), pieces));
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
