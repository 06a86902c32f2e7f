package jfab.control.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jfab.digits.DigitGenerator;

/**
 * A whole training job in under a minute, on this machine and yet over SSH: two embedded hosts, the root fabfile's
 * {@code start}, the training followed live, the model fetched.
 *
 * <p>The hosts keep their homes from one demo to the next, as real ones would, and with them the engine.
 */
public final class Demo {
    private static final int TRAIN_DIGITS = 4000;
    private static final int TEST_DIGITS = 1000;

    private final Path directory;
    private final Consumer<String> say;
    private final CommandLine jfab;
    private final List<String> options;

    /** jfab's own command line; returns its exit code. */
    @FunctionalInterface
    public interface CommandLine {
        int run(List<String> arguments);
    }

    /**
     * A demo of {@code jfab}.
     *
     * @param directory where hosts, data and what was fetched are kept
     * @param say takes each line that the demo itself has for the user
     * @param options of its {@code start}, such as {@code --use-gpu=1}
     */
    public Demo(Path directory, Consumer<String> say, CommandLine jfab, List<String> options) {
        this.directory = directory.toAbsolutePath();
        this.say = say;
        this.jfab = jfab;
        this.options = List.copyOf(options);
    }

    /**
     * Runs the demo with {@code fabfile}.
     *
     * @return the exit code of the first step that failed, or 0
     * @throws DemoException when this machine cannot have the demo's hosts or files
     */
    public int run(Path fabfile) {
        try {
            return onHosts(fabfile);
        } catch (IOException | UncheckedIOException e) {
            throw new DemoException("the demo cannot run in " + directory + ": " + e.getMessage(), e);
        }
    }

    private int onHosts(Path fabfile) throws IOException {
        Path data = digits();
        try (DemoHosts hosts = DemoHosts.open(directory)) {
            say.accept("two SSH hosts are up: " + hosts);
            return train(hosts.options(fabfile), data);
        }
    }

    private int train(List<String> common, Path data) throws IOException {
        List<String> start = new ArrayList<>(List.of("start", "--data", data.toString(), "--passes", "2", "--follow"));
        start.addAll(options);
        int started = step(common, start);
        int fetched = started == 0
                ? step(
                        common,
                        List.of("fetch", "--to", directory.resolve("fetched").toString()))
                : started;
        if (fetched == 0) {
            accuracy().ifPresent(line -> say.accept("trained: " + line));
        }
        return fetched;
    }

    private int step(List<String> common, List<String> task) {
        List<String> arguments = new ArrayList<>(common);
        arguments.addAll(task);
        say.accept("$ jfab " + String.join(" ", task));
        return jfab.run(arguments);
    }

    private Path digits() throws IOException {
        Path data = directory.resolve("digits");
        if (!Files.exists(data)) {
            say.accept("drawing " + TRAIN_DIGITS + " digits to train on and " + TEST_DIGITS + " to test on");
            DigitGenerator.write(data, TRAIN_DIGITS, TEST_DIGITS, 1);
        }
        return data;
    }

    /** The last test result in the newest job that was fetched. */
    private Optional<String> accuracy() throws IOException {
        try (Stream<Path> jobs = Files.list(directory.resolve("fetched"))) {
            Path newest = jobs.sorted().reduce((first, second) -> second).orElseThrow();
            Path log = newest.resolve(DemoHosts.ADDRESSES.getFirst()).resolve("log/train.log");
            return Files.readAllLines(log).stream()
                    .filter(line -> line.startsWith("Test with "))
                    .reduce((first, second) -> second)
                    .map(line -> line + "; model and logs are in " + newest);
        }
    }
}
