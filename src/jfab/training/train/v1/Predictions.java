package jfab.training.train.v1;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import jfab.training.engine.HostTensor;
import jfab.training.engine.checkpoint.CheckpointException;

/** {@code rank-00000}: a line per sample, a group of numbers per output, each with a semicolon behind it. */
record Predictions(Path file, BufferedWriter out) implements AutoCloseable {
    static Predictions open(Path folder) {
        Path file = folder.resolve("rank-00000");
        try {
            Files.createDirectories(folder);
            return new Predictions(file, Files.newBufferedWriter(file));
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    void write(int samples, List<HostTensor> outputs) {
        List<double[]> values = outputs.stream().map(HostTensor::values).toList();
        try {
            for (int sample = 0; sample < samples; sample++) {
                for (double[] all : values) {
                    int width = all.length / samples;
                    StringJoiner group = new StringJoiner(" ", "", ";");
                    for (int i = 0; i < width; i++) {
                        group.add(General.format(all[sample * width + i]));
                    }
                    out.write(group.toString());
                }
                out.newLine();
            }
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    private static CheckpointException failure(Path file, IOException e) {
        return new CheckpointException(file, "the predictions cannot be written: " + e.getMessage(), e);
    }
}
