package jfab.training.engine.checkpoint;

import groovy.json.JsonException;
import groovy.json.JsonOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.Json;
import jfab.training.engine.Tensor;
import jfab.training.program.DataType;
import jfab.training.program.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The header of a safetensors file.
 *
 * @param entries per tensor: {@code dtype}, {@code shape} and {@code data_offsets}, first and past the last byte after the header
 */
record SafetensorsHeader(Map<String, Map<String, Object>> entries) {
    /** Tensors lie one after another in the order of {@code tensors}. */
    static SafetensorsHeader of(Map<String, Tensor> tensors) {
        Map<String, Map<String, Object>> entries = new LinkedHashMap<>();
        long offset = 0;
        for (Map.Entry<String, Tensor> entry : tensors.entrySet()) {
            Tensor tensor = entry.getValue();
            // In this order in every run, unlike Map.of: equal tensors are equal files.
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("dtype", word(tensor.type()));
            fields.put("shape", tensor.shape().dimensions());
            fields.put("data_offsets", List.of(offset, offset + tensor.byteSize()));
            entries.put(entry.getKey(), fields);
            offset += tensor.byteSize();
        }
        return new SafetensorsHeader(entries);
    }

    /** Length and JSON, padded with blanks so that the elements begin at a multiple of eight. */
    ByteBuffer encode() {
        byte[] json = JsonOutput.toJson(entries).getBytes(StandardCharsets.UTF_8);
        int length = (json.length + 7) / 8 * 8;
        ByteBuffer bytes =
                ByteBuffer.allocate(8 + length).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
        bytes.put(json);
        while (bytes.hasRemaining()) {
            bytes.put((byte) ' ');
        }
        return bytes.flip();
    }

    static SafetensorsHeader decode(Path file, String json) {
        try {
            if (Json.parse(json) instanceof Map<?, ?> parsed) {
                Map<String, Map<String, Object>> entries = new LinkedHashMap<>();
                parsed.forEach((name, value) -> {
                    if (value instanceof Map<?, ?> fields) {
                        Map<String, Object> entry = new LinkedHashMap<>();
                        fields.forEach((field, content) -> entry.put(String.valueOf(field), content));
                        entries.put(String.valueOf(name), entry);
                    }
                });
                return new SafetensorsHeader(entries);
            }
        } catch (JsonException | IllegalArgumentException e) {
            throw new CheckpointException(file, "is not a safetensors file: its header is not JSON", e);
        }
        throw new CheckpointException(file, "is not a safetensors file: its header is not a JSON object");
    }

    /** Where the elements of {@code name} begin, after the header; a tensor of another shape or type is an error. */
    long offset(Path file, String name, Shape shape, DataType type) {
        Map<String, Object> entry = entries.get(name);
        if (entry == null) {
            throw new CheckpointException(file, "has no variable '" + name + "'; it holds " + entries.keySet());
        }
        if (!word(type).equals(entry.get("dtype"))
                || !numbers(entry.get("shape")).equals(shape.dimensions())) {
            throw new CheckpointException(
                    file,
                    "'" + name + "' is " + entry.get("dtype") + entry.get("shape") + " there and " + word(type) + shape
                            + " in the program");
        }
        List<Long> offsets = numbers(entry.get("data_offsets"));
        if (offsets.size() != 2
                || offsets.get(0) < 0
                || offsets.get(1) - offsets.get(0) != shape.elements() * type.bytes()) {
            throw new CheckpointException(file, "the place of '" + name + "', " + offsets + ", does not fit its shape");
        }
        return offsets.get(0);
    }

    /** One tensor: its type as the format names it, its first byte after the header, and how many there are. */
    record Entry(String type, long first, long bytes) {}

    /** The tensor of that name; one whose place does not fit its shape is an error. */
    Entry entry(Path file, String name) {
        Map<String, Object> entry = entries.getOrDefault(name, Map.of());
        String type = String.valueOf(entry.get("dtype"));
        List<Long> offsets = numbers(entry.get("data_offsets"));
        long elements = new Shape(numbers(entry.get("shape"))).elements();
        int bits = Integer.parseInt("0" + type.replaceAll("\\D", ""));
        if (offsets.size() != 2 || offsets.get(0) < 0 || offsets.get(1) - offsets.get(0) != elements * bits / 8) {
            throw new CheckpointException(file, "the place of '" + name + "', " + offsets + ", does not fit its shape");
        }
        return new Entry(type, offsets.get(0), offsets.get(1) - offsets.get(0));
    }

    Map<String, Shape> shapes() {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        entries.forEach((name, entry) -> {
            if (entry.containsKey("shape")) {
                shapes.put(name, new Shape(numbers(entry.get("shape"))));
            }
        });
        return shapes;
    }

    private static List<Long> numbers(@Nullable Object list) {
        return list instanceof List<?> elements
                ? elements.stream()
                        .<Long>map(element -> element instanceof Number number ? number.longValue() : -1L)
                        .toList()
                : List.of();
    }

    private static String word(DataType type) {
        return switch (type) {
            case FLOAT32 -> "F32";
            case INT64 -> "I64";
        };
    }
}
