package jfab.training.engine.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import jfab.training.program.Variable;

/**
 * Parameters in a safetensors file that others have made, under names of theirs.
 *
 * @param names theirs by ours; {@code ^T} behind theirs turns a matrix over, as PyTorch keeps those of linear layers
 */
public record ForeignParameters(Path file, Map<String, String> names) {
    private static final String TURNED = "^T";

    public ForeignParameters {
        names = new LinkedHashMap<>(names);
    }

    /** Those in {@code place}, a file or a folder with one {@code .safetensors} file. */
    public static ForeignParameters in(Path place, Map<String, String> names) {
        if (!Files.isDirectory(place)) {
            return new ForeignParameters(place, names);
        }
        try (Stream<Path> all = Files.list(place)) {
            List<Path> files =
                    all.filter(path -> path.toString().endsWith(".safetensors")).toList();
            if (files.size() != 1) {
                throw new CheckpointException(
                        place,
                        "has " + files.size() + " .safetensors files; name the one that training is to begin with");
            }
            return new ForeignParameters(files.getFirst(), names);
        } catch (IOException e) {
            throw new CheckpointException(place, "cannot be read: " + WholeFile.reason(e), e);
        }
    }

    /**
     * Gives those of {@code variables} that are in the file their values; shapes have to be the same.
     *
     * @param said takes a sentence about each, and one about what of the file is not used
     * @return those that are not in the file
     */
    public List<Variable> load(List<Variable> variables, Scope scope, Consumer<String> said) {
        Map<String, Shape> there = Safetensors.shapes(file);
        Set<String> unused = new TreeSet<>(there.keySet());
        Set<String> known = variables.stream().map(Variable::name).collect(Collectors.toSet());
        for (String own : names.keySet()) {
            if (!known.contains(own)) {
                throw new CheckpointException(
                        file,
                        "is to fill '" + own + "', and the network has no such parameter; it has "
                                + variables.stream()
                                        .map(variable -> variable.name() + variable.shape())
                                        .collect(Collectors.joining(", ")));
            }
        }
        List<Variable> missing = new ArrayList<>();
        for (Variable variable : variables) {
            String theirs = names.getOrDefault(variable.name(), variable.name());
            boolean turned = theirs.endsWith(TURNED);
            String name = turned ? theirs.substring(0, theirs.length() - TURNED.length()) : theirs;
            if (!there.containsKey(name)) {
                if (names.containsKey(variable.name())) {
                    throw new CheckpointException(
                            file, "has no '" + name + "' for '" + variable.name() + "'; it has " + listed(there));
                }
                missing.add(variable);
                continue;
            }
            fill(variable, name, there.get(name), turned, scope);
            unused.remove(name);
            said.accept(variable.name() + variable.shape() + " begins with " + name + there.get(name)
                    + (turned ? ", turned over" : "") + " of " + file);
        }
        if (!unused.isEmpty()) {
            said.accept(file + ": not used: " + String.join(", ", unused));
        }
        return missing;
    }

    private void fill(Variable variable, String name, Shape shape, boolean turned, Scope scope) {
        Shape expected = turned ? turned(shape) : shape;
        if (!expected.equals(variable.shape())) {
            boolean other = shape.rank() == 2 && !turned && turned(shape).equals(variable.shape());
            throw new CheckpointException(
                    file,
                    "'" + name + "' has the shape " + shape + ", and '" + variable.name() + "' " + variable.shape()
                            + (other ? "; '" + name + TURNED + "' turns it over" : ""));
        }
        HostTensor values = read(variable, name, shape);
        if (turned) {
            values = turned(values);
        }
        scope.create(variable).write(0, values.bytes(0, Math.toIntExact(values.byteSize())));
    }

    private HostTensor read(Variable variable, String name, Shape shape) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            Safetensors.Place place = Safetensors.place(file, in, name);
            int elements = Math.toIntExact(shape.elements());
            int size = place.bytes() / Math.max(elements, 1);
            ByteBuffer bytes = Safetensors.fill(file, in, place.start(), place.bytes());
            if (variable.type() == DataType.INT64) {
                if (!place.type().equals("I64")) {
                    throw unread(name, place.type(), "I64");
                }
                return HostTensor.wrap(shape, DataType.INT64, bytes);
            }
            ByteBuffer floats = ByteBuffer.allocate(4 * elements).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < elements; i++) {
                floats.putFloat(
                        switch (place.type()) {
                            case "F32" -> bytes.getFloat(i * size);
                            case "F64" -> (float) bytes.getDouble(i * size);
                            case "F16" -> Float.float16ToFloat(bytes.getShort(i * size));
                            case "BF16" -> Float.intBitsToFloat(bytes.getShort(i * size) << 16);
                            default -> throw unread(name, place.type(), "F32, F64, F16 and BF16");
                        });
            }
            return HostTensor.wrap(shape, DataType.FLOAT32, floats.flip());
        } catch (IOException e) {
            throw new CheckpointException(file, "cannot be read: " + WholeFile.reason(e), e);
        }
    }

    private CheckpointException unread(String name, String type, String read) {
        return new CheckpointException(file, "'" + name + "' is of type " + type + "; " + read + " can be read for it");
    }

    private Shape turned(Shape shape) {
        if (shape.rank() != 2) {
            throw new CheckpointException(
                    file, "only matrices can be turned over by " + TURNED + ", not shape " + shape);
        }
        return Shape.of(shape.dimension(1), shape.dimension(0));
    }

    private HostTensor turned(HostTensor values) {
        int rows = (int) values.shape().dimension(0);
        int columns = (int) values.shape().dimension(1);
        double[] numbers = values.values();
        float[] turned = new float[numbers.length];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                turned[column * rows + row] = (float) numbers[row * columns + column];
            }
        }
        return HostTensor.of(turned(values.shape()), turned);
    }

    private static String listed(Map<String, Shape> there) {
        return there.entrySet().stream()
                .map(entry -> entry.getKey() + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
