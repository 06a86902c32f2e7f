package jfab.control.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import org.junit.jupiter.api.Test;

/** The command {@code ./jfab demo}. */
class DemoIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    void trainsOnTwoHostsFetchesTheModelAndLeavesNoProcess() throws IOException, InterruptedException {
        Ended demo = JfabProcess.of(UnaryOperator.identity(), List.of("demo")).end(LIMIT);
        assertEquals(0, demo.exitCode(), demo::text);
        Matcher trained = Pattern.compile(
                        "(?m)^trained: Test with Pass 1, Loss \\S+, Acc (\\S+); model and logs are in (\\S+)$")
                .matcher(demo.out());
        assertTrue(trained.find(), demo::text);
        assertTrue(Double.parseDouble(trained.group(1)) > 0.93, trained.group());
        Path model = Path.of(trained.group(2), "127.0.0.5", "output", "pass-00001", "model.safetensors");
        assertTrue(model.toFile().length() > 33_620 * 4, model::toString);
        assertEquals(List.of(), left());
    }

    /** The build's engine is that for processors. */
    @Test
    void itsOptionsAreThoseOfStart() throws IOException, InterruptedException {
        Ended demo = JfabProcess.of(UnaryOperator.identity(), List.of("demo", "--use-gpu=1"))
                .end(LIMIT);
        assertEquals(1, demo.exitCode(), demo::text);
        assertTrue(demo.text().contains("jfab-train-linux-x86_64-gpu.tar.gz: no training engine there"), demo::text);
    }

    @Test
    void controlCEndsTheTrainingAndTheHosts() throws IOException, InterruptedException {
        JfabProcess demo = JfabProcess.of(UnaryOperator.identity(), List.of("demo"));
        demo.awaitOutput("BatchID 0010", LIMIT);
        demo.interrupt();
        Ended ended = demo.end(Duration.ofSeconds(30));
        assertEquals(130, ended.exitCode(), ended::text);
        assertEquals(List.of(), left());
    }

    /** Processes of the engines that demos keep in their hosts' homes. */
    private static List<String> left() {
        String homes = Path.of("target/demo").toAbsolutePath().toString();
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().command().stream())
                .filter(command -> command.startsWith(homes))
                .toList();
    }
}
