package jfab.training.ps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jfab.role.Endpoint;
import jfab.training.engine.EngineException;
import jfab.training.engine.Tensor;
import jfab.training.program.Operator;
import jfab.training.program.Variable;
import jfab.training.program.transpile.ParameterSlice;
import jfab.training.program.transpile.SliceAttributes;
import jfab.training.ps.wire.SliceView;

/** Which part of which of an operator's variables belongs to which server, in the order that server and trainer share. */
final class SliceMap {
    private final List<ParameterSlice> slices;
    private final List<String> variables;

    private SliceMap(List<ParameterSlice> slices, List<String> variables) {
        this.slices = slices;
        this.variables = variables;
    }

    /**
     * The map of {@code operator}.
     *
     * @param variables of the operator, one per parameter, in the parameters' order
     */
    static SliceMap of(Operator operator, List<String> variables) {
        return new SliceMap(SliceAttributes.slices(operator), variables);
    }

    /**
     * Those slices of one server that gradients in {@code tensors} belong to, by their numbers on that server.
     *
     * @param tensors some of the gradients, by name
     */
    Map<Integer, SliceView> part(Endpoint server, Map<String, Tensor> tensors) {
        Map<Integer, SliceView> part = new LinkedHashMap<>();
        int number = 0;
        for (ParameterSlice slice : slices) {
            if (slice.endpoint().equals(server)) {
                Tensor tensor = tensors.get(Variable.gradientName(slice.parameter()));
                if (tensor != null) {
                    part.put(number, view(tensor, slice));
                }
                number++;
            }
        }
        return part;
    }

    /** The slices of {@code tensors}, per server; a server without slices is not in it. */
    Map<Endpoint, List<SliceView>> views(Map<String, Tensor> tensors) {
        Map<String, Tensor> byParameter = new HashMap<>();
        List<String> parameters =
                slices.stream().map(ParameterSlice::parameter).distinct().toList();
        for (int i = 0; i < parameters.size(); i++) {
            Tensor tensor = tensors.get(variables.get(i));
            if (tensor == null) {
                throw new EngineException("variable '" + variables.get(i) + "' has no value to exchange");
            }
            byParameter.put(parameters.get(i), tensor);
        }
        Map<Endpoint, List<SliceView>> views = new LinkedHashMap<>();
        for (ParameterSlice slice : slices) {
            Tensor tensor = Objects.requireNonNull(byParameter.get(slice.parameter()));
            views.computeIfAbsent(slice.endpoint(), _ -> new ArrayList<>()).add(view(tensor, slice));
        }
        return views;
    }

    private static SliceView view(Tensor tensor, ParameterSlice slice) {
        return new SliceView(tensor, slice.offset() * Float.BYTES, slice.length() * Float.BYTES);
    }
}
