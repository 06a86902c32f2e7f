package jfab.control.warm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The process that a command leaves behind for the next ones. */
public final class Successor {
    /** Where the next command of this kind will look for it: from {@code client.c}, by way of the launcher. */
    public static final String SOCKET = "jfab.warm.socket";

    /** The property that names the program which asks for it. */
    public static final String CLIENT = "jfab.warm.client";

    private Successor() {}

    /** Starts one, where there is none yet and nothing speaks against it. It says nothing: the command is over. */
    public static void leave(List<String> arguments) {
        String socket = System.getProperty(SOCKET, "");
        String client = System.getProperty(CLIENT, "");
        if (socket.isEmpty() || client.isEmpty() || !new WarmRule(arguments, System.getenv()).allows(hasTerminal())) {
            return;
        }
        try {
            Path path = Path.of(socket);
            if (WarmFolder.of(path).sockets().contains(path)
                    && WarmFolder.ask(path, WarmProcess.STATUS).isPresent()) {
                return;
            }
            new ProcessBuilder(line(client, path))
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // The next command starts as this one did.
        }
    }

    /** Whether this process has one to itself, wherever its streams go. */
    static boolean hasTerminal() {
        try (java.io.FileInputStream _ = new java.io.FileInputStream("/dev/tty")) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> line(String client, Path socket) {
        List<String> line = new ArrayList<>(List.of(client, "--serve"));
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-XX:+UseSerialGC", "-Xms16m", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1"));
        // When memory is collected, what is free goes back to the system, and at once.
        line.addAll(List.of("-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=30", "-XX:-ShrinkHeapInSteps"));
        line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        // Where this Java keeps its variables, hooks and threads.
        for (String room : List.of("java.lang", "java.util", "sun.nio.ch", "jdk.internal.vm")) {
            line.add("--add-opens=java.base/" + room + "=ALL-UNNAMED");
        }
        for (String property : List.of("user.home", "java.library.path")) {
            Optional.ofNullable(System.getProperty(property))
                    .ifPresent(value -> line.add("-D" + property + "=" + value));
        }
        line.addAll(List.of("-D" + WarmProcess.SERVES + "=" + socket, "-jar", System.getProperty("java.class.path")));
        return line;
    }
}
