package jfab.training.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.tools.Fuzz;
import jfab.training.program.Builder;
import jfab.training.program.DataType;
import jfab.training.program.InferenceModel;
import jfab.training.program.Layers;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of models and checkpoints that are nearly what they should be. */
class DamagedFilesTest {
    @TempDir
    private Path folder;

    @Test
    void safetensors() {
        byte[] header = """
                {"__metadata__":{"made":"elsewhere"},"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},\
                "b":{"dtype":"I64","shape":[1],"data_offsets":[24,32]}}""".getBytes(StandardCharsets.UTF_8);
        ByteBuffer file = ByteBuffer.allocate(8 + header.length + 32).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(header.length).put(header);
        Fuzz.bytes(file.array(), bytes -> Safetensors.shapes(written("model.safetensors", bytes)));
    }

    @Test
    void programs() throws Exception {
        Builder builder = Program.builder();
        Layers layers = new Layers(builder);
        Variable x = layers.data("x", Shape.of(4), DataType.FLOAT32);
        Variable predict = layers.fc(layers.fc(x, 3, "relu"), 2, "softmax");
        Path program = folder.resolve("whole.json");
        ProgramFile.write(program, InferenceModel.of(builder.build(), List.of("x"), List.of(predict)));
        Fuzz.bytes(Files.readAllBytes(program), bytes -> ProgramFile.read(written("program.json", bytes)));
    }

    @Test
    void manifests() {
        PartManifest part = new PartManifest(
                "server-0-of-2", 10, "digest", 10, 3, 4096, 77, List.of(new PartManifest.Run("fc_0.w_0", 0, 1024)));
        Fuzz.text(part.json(), bytes -> PartManifest.read(written("part.json", bytes)));
    }

    /** Its value has a thousand million digits, which nobody waits for. */
    @Test
    void aHugeExponent() throws Exception {
        Path file = written(
                "part.json", "{\"pieces\":[],\"name\":\"a\",\"step\":1e999999999}".getBytes(StandardCharsets.UTF_8));
        CheckpointException e = assertThrows(CheckpointException.class, () -> PartManifest.read(file));
        assertTrue(String.valueOf(e.getMessage()).contains("damaged"), e::getMessage);
    }

    private Path written(String name, byte[] bytes) throws Exception {
        return Files.write(folder.resolve(name), bytes);
    }
}
