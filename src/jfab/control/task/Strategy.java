package jfab.control.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jfab.control.connection.host.Host;

/** Which hosts run together, and which wait for others. */
public sealed interface Strategy {
    /** The hosts by their turns: those of a turn run together, and the next turn waits for all of them. */
    List<List<Host>> turns(List<Host> hosts);

    /** What is waited for between two turns. */
    default Duration pause() {
        return Duration.ZERO;
    }

    /** All hosts together. */
    record Parallel() implements Strategy {
        @Override
        public List<List<Host>> turns(List<Host> hosts) {
            return List.of(hosts);
        }
    }

    /**
     * One host after the other.
     *
     * @param stops whether the first failure ends that, unless more are tolerated
     */
    record Serial(boolean stops) implements Strategy {
        /** The next host only where the one before succeeded: what broke one is not to break all. */
        public Serial() {
            this(true);
        }

        @Override
        public List<List<Host>> turns(List<Host> hosts) {
            return hosts.stream().map(List::of).toList();
        }
    }

    /**
     * Batch after batch, each only when the ones before it succeeded.
     *
     * @param sizes of the batches, the last one for all that follow
     * @param pause between two batches
     */
    record Rolling(List<HostShare> sizes, Duration pause) implements Strategy {
        public Rolling {
            sizes = List.copyOf(sizes);
            if (sizes.isEmpty() || pause.isNegative()) {
                throw new TaskException("batches need a size, and a wait of 0 or more");
            }
        }

        @Override
        public List<List<Host>> turns(List<Host> hosts) {
            List<List<Host>> turns = new ArrayList<>();
            int next = 0;
            while (next < hosts.size()) {
                HostShare size = sizes.get(Math.min(turns.size(), sizes.size() - 1));
                int end = Math.min(hosts.size(), next + Math.max(1, size.of(hosts.size())));
                turns.add(hosts.subList(next, end));
                next = end;
            }
            return turns;
        }
    }
}
