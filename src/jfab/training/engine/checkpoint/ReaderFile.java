package jfab.training.engine.checkpoint;

import groovy.json.JsonException;
import groovy.json.JsonOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import jfab.Json;

/** How the samples of a model are read, in {@code reader.json} beside it. */
public record ReaderFile(Path folder) {
    private static final String NAME = "reader.json";

    /** Replaces what was there. */
    public void write(Map<String, ?> description) {
        byte[] text = (JsonOutput.toJson(description) + "\n").getBytes(StandardCharsets.UTF_8);
        WholeFile.write(folder.resolve(NAME), out -> WholeFile.drain(out, ByteBuffer.wrap(text)));
    }

    /** Removes it: the model that is saved here now has none. */
    public void remove() {
        try {
            Files.deleteIfExists(folder.resolve(NAME));
        } catch (IOException e) {
            throw new CheckpointException(folder.resolve(NAME), "cannot be removed: " + WholeFile.reason(e), e);
        }
    }

    /** Reads what {@link #write} wrote. */
    @SuppressWarnings("unchecked") // keys of JSON are texts
    public Map<String, ?> read() {
        Path file = folder.resolve(NAME);
        try {
            if (Json.parse(Files.readString(file)) instanceof Map<?, ?> map) {
                return (Map<String, ?>) map;
            }
            throw new CheckpointException(file, "is not what jfab writes beside a model");
        } catch (NoSuchFileException e) {
            throw new CheckpointException(
                    folder,
                    "does not say how its samples are read: it has no " + NAME
                            + ", which save_inference_model writes where csv, tsv, images or texts has read what the model is fed",
                    e);
        } catch (JsonException | IOException e) {
            throw new CheckpointException(file, "cannot be read: " + e.getMessage(), e);
        }
    }
}
