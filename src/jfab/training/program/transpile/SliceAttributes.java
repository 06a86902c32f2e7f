package jfab.training.program.transpile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.role.Endpoint;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.ProgramDigest;
import jfab.training.program.ProgramException;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Slices as attributes of the operators SEND, RECV and LISTEN_AND_SERVE, so that a printed program says where everything goes.
 *
 * <p>Parallel lists {@code slice_param}, {@code slice_index}, {@code slice_offset}, {@code slice_length} and
 * {@code slice_endpoint}, and {@code layout}, digests of all slices, sparse tables and the mode of the job and of its steps: two processes
 * whose layouts differ were not given the same script or the same endpoints.
 */
public final class SliceAttributes {
    private SliceAttributes() {}

    /** The slices that {@code operator} is about. */
    public static List<ParameterSlice> slices(Operator operator) {
        List<?> parameters = list(operator, "slice_param");
        List<?> indices = list(operator, "slice_index");
        List<?> offsets = list(operator, "slice_offset");
        List<?> lengths = list(operator, "slice_length");
        List<?> endpoints = list(operator, "slice_endpoint");
        List<ParameterSlice> slices = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            slices.add(new ParameterSlice(
                    (String) parameters.get(i),
                    Math.toIntExact((Long) indices.get(i)),
                    (Long) offsets.get(i),
                    (Long) lengths.get(i),
                    Endpoint.parse((String) endpoints.get(i))));
        }
        return List.copyOf(slices);
    }

    /** Digests of the job's slices and of the steps of its program, with a blank between them, that {@code operator} was made with. */
    public static String layout(Operator operator) {
        return operator.text("layout");
    }

    static Map<String, Object> of(List<ParameterSlice> slices, String layout) {
        Map<String, Object> attributes = new TreeMap<>();
        attributes.put("slice_param", column(slices, ParameterSlice::parameter));
        attributes.put("slice_index", column(slices, slice -> (long) slice.index()));
        attributes.put("slice_offset", column(slices, ParameterSlice::offset));
        attributes.put("slice_length", column(slices, ParameterSlice::length));
        attributes.put(
                "slice_endpoint", column(slices, slice -> slice.endpoint().toString()));
        attributes.put("layout", layout);
        return attributes;
    }

    static String layout(List<ParameterSlice> slices, Program program, DistributeTranspilerConfig config) {
        String text = Stream.of(slices, SparseTable.of(program), List.of(config.agreement()))
                .flatMap(List::stream)
                .map(Object::toString)
                .collect(Collectors.joining("\n"));
        return DigestUtils.sha256Hex(text).substring(0, 16) + " " + ProgramDigest.ofSteps(program);
    }

    private static <T> List<T> column(List<ParameterSlice> slices, Function<ParameterSlice, T> value) {
        return slices.stream().map(value).toList();
    }

    private static List<?> list(Operator operator, String attribute) {
        if (operator.attributes().get(attribute) instanceof List<?> list) {
            return list;
        }
        throw new ProgramException(operator.type().word() + " has no attribute '" + attribute
                + "'; only a program of the DistributeTranspiler can be run with parameter servers");
    }
}
