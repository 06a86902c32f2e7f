package jfab.training.engine.checkpoint;

import groovy.json.JsonException;
import groovy.json.JsonOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.Json;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.InferenceModel;
import jfab.training.program.OpType;
import jfab.training.program.Operator;
import jfab.training.program.Program;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/**
 * A model's program in JSON, UTF-8, one variable or operator per line:
 *
 * <pre>
 * {"format": "jfab-program", "version": 1,
 *  "feeds": ["x"], "fetches": ["fc_0.tmp_1"],
 *  "variables": [
 *   {"name": "x", "dtype": "float32", "shape": [-1, 13], "persistable": false}, ...],
 *  "operators": [
 *   {"type": "mul", "inputs": {"X": ["x"], "Y": ["fc_0.w_0"]}, "outputs": {"Out": ["fc_0.tmp_0"]}, "attributes": {}}, ...]}
 * </pre>
 *
 * <ul>
 *   <li>{@code feeds} and {@code fetches} name variables; operators run in their order.
 *   <li>{@code dtype} is float32 or int64. A first dimension of -1 is the number of samples, or of all elements of the
 *       sequences whose lengths the variable named by {@code lengths} holds.
 *   <li>Persistable variables have their values in {@code model.safetensors}, under the same names.
 *   <li>{@code type}, slots and attributes are Fluid's, as {@link OpType} describes them. A number with a point or an
 *       exponent is a real, any other is whole.
 *   <li>Readers refuse a version that they do not know.
 * </ul>
 */
final class ProgramFile {
    private static final String FORMAT = "jfab-program";
    private static final int VERSION = 1;

    private ProgramFile() {}

    static void write(Path file, InferenceModel model) {
        String text = """
                {"format": "%s", "version": %d,
                "feeds": %s, "fetches": %s,
                "variables": [
                %s],
                "operators": [
                %s]}
                """.formatted(
                        FORMAT,
                        VERSION,
                        JsonOutput.toJson(model.feeds()),
                        JsonOutput.toJson(model.fetches()),
                        lines(model.program().variables().stream()
                                .map(ProgramFile::encode)
                                .toList()),
                        lines(model.program().operators().stream()
                                .map(ProgramFile::encode)
                                .toList()));
        WholeFile.write(file, out -> WholeFile.drain(out, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    /** Reads what {@link #write} wrote; whatever does not fit is an error that names its place. */
    static InferenceModel read(Path file) {
        JsonFields top = JsonFields.of(file, "", parse(file));
        if (!top.has("format") || !top.text("format").equals(FORMAT)) {
            throw new CheckpointException(file, "is not a program that jfab wrote: its format is not " + FORMAT);
        }
        if (!(top.fields().get("version") instanceof Integer version) || version != VERSION) {
            throw new CheckpointException(
                    file, "has version " + top.fields().get("version") + "; this jfab reads version " + VERSION);
        }
        try {
            Builder builder = Program.builder();
            top.objects("variables").forEach(fields -> builder.add(variable(fields)));
            top.objects("operators").forEach(fields -> builder.operator(operator(fields)));
            return new InferenceModel(builder.build(), top.texts("feeds"), top.texts("fetches"));
        } catch (ProgramException e) {
            throw new CheckpointException(file, "holds a program that cannot run: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> encode(Variable variable) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", variable.name());
        fields.put("dtype", variable.type().word());
        fields.put("shape", variable.shape().dimensions());
        fields.put("persistable", variable.persistable());
        if (variable.lengths() != null) {
            fields.put("lengths", variable.lengths());
        }
        return fields;
    }

    private static Map<String, Object> encode(Operator operator) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", operator.type().word());
        fields.put("inputs", operator.inputs());
        fields.put("outputs", operator.outputs());
        fields.put("attributes", operator.attributes());
        return fields;
    }

    private static Variable variable(JsonFields fields) {
        return new Variable(
                fields.text("name"),
                new Shape(fields.numbers("shape")),
                DataType.parse(fields.text("dtype")),
                fields.flag("persistable"),
                fields.has("lengths") ? fields.text("lengths") : null);
    }

    private static Operator operator(JsonFields fields) {
        String word = fields.text("type");
        OpType type = Arrays.stream(OpType.values())
                .filter(known ->
                        known.phase() == OpType.Phase.FORWARD && known.word().equals(word))
                .findFirst()
                .orElseThrow(() -> fields.wrong("type", "'" + word + "' is no operator of a network"));
        return new Operator(type, fields.slots("inputs"), fields.slots("outputs"), fields.constants("attributes"));
    }

    private static String lines(List<Map<String, Object>> objects) {
        return objects.stream().map(JsonOutput::toJson).collect(Collectors.joining(",\n"));
    }

    private static @Nullable Object parse(Path file) {
        try {
            return Json.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new CheckpointException(file, "no such file", e);
        } catch (IOException e) {
            throw new CheckpointException(file, "cannot be read: " + WholeFile.reason(e), e);
        } catch (JsonException | IllegalArgumentException e) {
            throw new CheckpointException(file, "is not JSON", e);
        }
    }
}
