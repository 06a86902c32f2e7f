package jfab.control.fabfile;

import groovy.lang.GString;
import groovy.lang.GroovyObjectSupport;
import groovy.lang.MissingPropertyException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jfab.control.connection.command.Secret;
import jfab.control.launch.LaunchException;
import jfab.control.launch.start.ClusterSpec;
import jfab.control.launch.start.ClusterSpec.Limits;
import jfab.control.launch.start.ClusterSpec.Network;
import jfab.control.launch.start.Share;
import jfab.control.task.TaskException;
import org.jspecify.annotations.Nullable;

/** Writes down what a {@code training} block says, and refuses at once what cannot be right. */
class TrainingRecorder extends GroovyObjectSupport implements TrainingWords {
    final Path fabfile;
    String rootDir = "work";
    int port;
    String program = "";
    boolean encrypted;
    final Map<String, CharSequence> environment = new TreeMap<>();
    Limits limits = new Limits(Duration.ofSeconds(60), Duration.ofSeconds(3), Duration.ZERO);

    /** A recorder for a block in {@code fabfile}, which files are relative to; {@code port} is that of servers unless said. */
    TrainingRecorder(Path fabfile, int port) {
        this.fabfile = fabfile;
        this.port = port;
    }

    /** A block has words alone: {@code port -1} would be what has been said so far, less 1. */
    @Override
    public Object getProperty(String name) {
        throw new MissingPropertyException(name, getClass());
    }

    @Override
    public void program(String file) {
        program = file;
    }

    @Override
    public void port(int number) {
        port = inRange("port", number, 1, 65535);
    }

    @Override
    public void rootDir(String directory) {
        rootDir = directory.replaceFirst("^~/", "").replaceFirst("(?<=.)/+$", "");
    }

    @Override
    public void environment(Map<String, ?> variables) {
        variables.forEach((name, value) -> {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw new TaskException("environment: '" + name + "' is not the name of a variable");
            }
            environment.put(name, value instanceof CharSequence text && isSecret(text) ? text : variable(name, value));
        });
    }

    /** @throws TaskException where it is nothing that a variable can have */
    static String variable(String name, @Nullable Object value) {
        if (value == null || value instanceof Collection || value instanceof Map) {
            throw new TaskException("environment: " + name + " takes a text or a number, not "
                    + (value == null ? "null; write '' for an empty one" : value instanceof Map ? "a map" : "a list"));
        }
        String text = String.valueOf(value);
        if (text.indexOf('\0') >= 0) {
            throw new TaskException(
                    "environment: " + name + " has a character with the code 0, which no variable can hold");
        }
        return text;
    }

    /** Whether it is a secret, or has one in it: no command but that which starts a job asks for its value. */
    static boolean isSecret(@Nullable Object value) {
        return value instanceof Secret
                || (value instanceof GString text
                        && Arrays.stream(text.getValues()).anyMatch(TrainingRecorder::isSecret));
    }

    @Override
    public void startLimit(int seconds) {
        limits =
                new Limits(Duration.ofSeconds(inRange("startLimit", seconds, 1, 86_400)), limits.grace(), limits.job());
    }

    @Override
    public void grace(int seconds) {
        limits = new Limits(limits.start(), Duration.ofSeconds(inRange("grace", seconds, 0, 3_600)), limits.job());
    }

    @Override
    public void encrypt(boolean wanted) {
        encrypted = wanted;
    }

    /** The training program on this machine. */
    Path localProgram() {
        if (program.isEmpty()) {
            throw new LaunchException("the training block names no program; add: program 'examples/mnist_conv.groovy'");
        }
        return fabfile.resolveSibling(program).normalize();
    }

    /** The same as a cluster with a server and a trainer on each host, which finds the program in the workspace. */
    ClusterSpec cluster() {
        return new ClusterSpec(
                rootDir,
                new Network("", port, true, 1, 0),
                Share.each(1),
                Share.each(1),
                Map.of(),
                String.valueOf(localProgram().getFileName()),
                environment,
                Map.of(),
                List.of(),
                limits,
                encrypted);
    }

    static int inRange(String word, int number, int least, int most) {
        if (number < least || number > most) {
            throw new TaskException(word + ": " + number + " is not between " + least + " and " + most);
        }
        return number;
    }
}
