package jfab.training.train;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jfab.training.engine.Scope;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.Parts;
import jfab.training.engine.checkpoint.Piece;
import jfab.training.program.OpType;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import jfab.training.ps.job.Durable;
import jfab.training.ps.job.DurableTable;

/**
 * What persists in a process that trains and comes from no server: all of it where the process trains alone, sparse tables
 * included, which are saved as those of a single server.
 */
record OwnValues(Program run, Scope scope) implements Durable {
    @Override
    public List<Piece> pieces() {
        return Stream.concat(dense().stream(), tables().stream().flatMap(table -> table.pieces().stream()))
                .toList();
    }

    @Override
    public boolean restorable(Parts parts) {
        return parts.cover(dense()) && tables().stream().allMatch(table -> table.restorable(parts));
    }

    /** Replaces what {@code parts} have; on a host that has never seen this trainer, the rest begins anew. */
    @Override
    public void restore(Parts parts) {
        dense().stream().filter(piece -> parts.cover(List.of(piece))).forEach(parts::read);
        tables().stream().filter(table -> table.restorable(parts)).forEach(table -> table.restore(parts));
    }

    private List<Piece> dense() {
        Set<String> received = new HashSet<>();
        run.operators().stream()
                .filter(operator -> operator.type() == OpType.RECV)
                .map(operator -> operator.outputs("Out"))
                .forEach(received::addAll);
        List<Piece> pieces = new ArrayList<>();
        for (Variable variable : run.persistables()) {
            Tensor value = scope.find(variable.name());
            if (value != null && !received.contains(variable.name())) {
                pieces.add(Piece.whole(variable.name(), value));
            }
        }
        return pieces;
    }

    private List<DurableTable> tables() {
        return scope.tables().stream()
                .map(table -> new DurableTable(table, 0, 1))
                .toList();
    }
}
