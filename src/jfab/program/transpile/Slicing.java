package jfab.program.transpile;

import java.util.ArrayList;
import java.util.List;
import jfab.role.Endpoint;

/**
 * Cuts parameters into slices and deals these out to the servers in turn.
 *
 * <p>A parameter of n elements gets one slice per full {@link #MIN_SLICE} elements, at most as many as there are
 * servers, at least one; slices end on whole rows where there are rows. The turn runs on across parameters, in the order
 * of their declaration.
 */
final class Slicing {
    /** Fluid's: a smaller message costs more in calls than it gains in balance. */
    static final long MIN_SLICE = 8192;

    private final List<Endpoint> servers;
    private int turn;

    Slicing(List<Endpoint> servers) {
        this.servers = List.copyOf(servers);
    }

    /** The slices of the next parameter. */
    List<ParameterSlice> slice(String parameter, List<Long> shape) {
        long elements = shape.stream().reduce(1L, Math::multiplyExact);
        long wanted = Math.min(servers.size(), Math.max(1, elements / MIN_SLICE));
        long length = Math.ceilDiv(elements, wanted);
        if (shape.size() >= 2) {
            long row = elements / shape.getFirst();
            length = Math.ceilDiv(length, row) * row;
        }
        List<ParameterSlice> slices = new ArrayList<>();
        for (long offset = 0; offset < elements; offset += length) {
            slices.add(new ParameterSlice(
                    parameter, slices.size(), offset, Math.min(length, elements - offset), nextServer()));
        }
        return slices;
    }

    private Endpoint nextServer() {
        Endpoint server = servers.get(turn);
        turn = (turn + 1) % servers.size();
        return server;
    }
}
