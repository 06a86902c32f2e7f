package jfab.training.program.transpile;

import java.util.ArrayList;
import java.util.List;
import jfab.role.Endpoint;

/**
 * Cuts parameters into slices and deals these out to the servers.
 *
 * <p>A parameter of n elements gets one slice per full {@code min_block_size} elements, at most as many as there are
 * servers, at least one; slices end on whole rows where there are rows. Turns run on across parameters, in the order of
 * their declaration.
 */
final class Slicing {
    private final List<Endpoint> servers;
    private final DistributeTranspilerConfig config;
    private int turn;

    Slicing(List<Endpoint> servers, DistributeTranspilerConfig config) {
        this.servers = List.copyOf(servers);
        this.config = config;
    }

    /** The slices of the next parameter. */
    List<ParameterSlice> slice(String parameter, List<Long> shape) {
        long elements = shape.stream().reduce(1L, Math::multiplyExact);
        long wanted = config.sliceVarUp() ? Math.min(servers.size(), Math.max(1, elements / config.minBlockSize())) : 1;
        long length = Math.ceilDiv(elements, wanted);
        if (shape.size() >= 2) {
            long row = elements / shape.getFirst();
            length = Math.ceilDiv(length, row) * row;
        }
        List<ParameterSlice> slices = new ArrayList<>();
        for (long offset = 0; offset < elements; offset += length) {
            long count = Math.min(length, elements - offset);
            slices.add(new ParameterSlice(parameter, slices.size(), offset, count, server(parameter, slices.size())));
        }
        return slices;
    }

    private Endpoint server(String parameter, int index) {
        return servers.get(config.splitMethod().server(parameter + ".block" + index, turn++, servers.size()));
    }
}
