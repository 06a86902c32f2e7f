package jfab.dsl.fabfile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import jfab.launch.LaunchException;
import jfab.launch.TrainingSpec;
import org.jspecify.annotations.Nullable;

/** Writes down what a {@code training} block says. */
final class TrainingRecorder implements TrainingWords {
    private final Path fabfile;
    private @Nullable Path program;
    private int port = 6173;
    private String rootDir = "work";
    private final Map<String, String> environment = new TreeMap<>();
    private Duration startLimit = Duration.ofSeconds(60);
    private Duration grace = Duration.ofSeconds(3);

    /** A recorder for a block in {@code fabfile}, which its paths are relative to. */
    TrainingRecorder(Path fabfile) {
        this.fabfile = fabfile;
    }

    @Override
    public void program(String file) {
        program = fabfile.resolveSibling(file).normalize();
    }

    @Override
    public void port(int number) {
        port = number;
    }

    @Override
    public void rootDir(String directory) {
        rootDir = directory;
    }

    @Override
    public void environment(Map<String, ?> variables) {
        variables.forEach((name, value) -> environment.put(name, String.valueOf(value)));
    }

    @Override
    public void startLimit(int seconds) {
        startLimit = Duration.ofSeconds(seconds);
    }

    @Override
    public void grace(int seconds) {
        grace = Duration.ofSeconds(seconds);
    }

    TrainingSpec spec() {
        if (program == null) {
            throw new LaunchException("the training block names no program; add: program 'examples/mnist_conv.groovy'");
        }
        return new TrainingSpec(program, rootDir, port, environment, startLimit, grace);
    }
}
