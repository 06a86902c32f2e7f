package jfab.training.engine.checkpoint;

import groovy.json.JsonException;
import groovy.json.JsonOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.Json;
import org.jspecify.annotations.Nullable;

/**
 * The description of a part beside its values, {@code server-0-of-2.json}; where it stands, the part is complete.
 *
 * @param bytes size of the file of values
 * @param checksum CRC-32C of that file
 * @param pieces what the file holds
 */
record PartManifest(
        String name, long step, String program, long position, int parts, long bytes, long checksum, List<Run> pieces) {
    static final String SUFFIX = ".json";

    /** A run of elements of a variable. */
    record Run(String variable, long offset, long length) {
        String key() {
            return variable + "@" + offset;
        }

        long end() {
            return offset + length;
        }
    }

    static PartManifest of(Part part, long bytes, long checksum) {
        List<Run> runs = part.all().stream()
                .map(piece -> new Run(piece.variable(), piece.offset(), piece.length()))
                .toList();
        return new PartManifest(
                part.name(), part.step(), part.program(), part.position(), part.parts(), bytes, checksum, runs);
    }

    /** The file of values in {@code folder}. */
    Path values(Path folder) {
        return folder.resolve(name + ".safetensors");
    }

    String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", 1);
        fields.put("name", name);
        fields.put("step", step);
        fields.put("program", program);
        fields.put("position", position);
        fields.put("parts", parts);
        fields.put("bytes", bytes);
        fields.put("crc32c", checksum);
        fields.put(
                "pieces",
                pieces.stream()
                        .map(run -> Map.of("variable", run.variable(), "offset", run.offset(), "length", run.length()))
                        .toList());
        return JsonOutput.prettyPrint(JsonOutput.toJson(fields));
    }

    static PartManifest read(Path file) {
        try {
            Object parsed = Json.parse(Files.readString(file));
            if (parsed instanceof Map<?, ?> fields && fields.get("pieces") instanceof List<?> pieces) {
                List<Run> runs = new ArrayList<>();
                for (Object piece : pieces) {
                    if (piece instanceof Map<?, ?> run) {
                        runs.add(new Run(
                                text(file, run, "variable"), number(file, run, "offset"), number(file, run, "length")));
                    }
                }
                return new PartManifest(
                        text(file, fields, "name"),
                        number(file, fields, "step"),
                        text(file, fields, "program"),
                        number(file, fields, "position"),
                        Math.toIntExact(number(file, fields, "parts")),
                        number(file, fields, "bytes"),
                        number(file, fields, "crc32c"),
                        List.copyOf(runs));
            }
        } catch (JsonException | IllegalArgumentException | ArithmeticException e) {
            throw new CheckpointException(file, "is damaged: it is not JSON", e);
        } catch (IOException e) {
            throw new CheckpointException(file, "cannot be read: " + e.getMessage(), e);
        }
        throw new CheckpointException(file, "is damaged: it does not describe a part of a checkpoint");
    }

    private static String text(Path file, Map<?, ?> fields, String name) {
        return fields.get(name) instanceof String text ? text : missing(file, name);
    }

    private static long number(Path file, Map<?, ?> fields, String name) {
        @Nullable Object value = fields.get(name);
        // Others, such as 1e999999999, are no numbers of ours, and may take for ever to spell out.
        return value instanceof Integer || value instanceof Long
                ? ((Number) value).longValue()
                : Long.parseLong(missing(file, name));
    }

    private static String missing(Path file, String name) {
        throw new CheckpointException(file, "is damaged: it has no " + name);
    }
}
