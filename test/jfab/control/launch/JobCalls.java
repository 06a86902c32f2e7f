package jfab.control.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import jfab.control.fabfile.FabfileReader;
import jfab.control.task.Body;
import jfab.control.task.Task;
import jfab.tools.Await;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Calls tasks about jobs, and keeps what they say; the jobs run on two real OpenSSH hosts. */
abstract class JobCalls {
    static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    static Path folder;

    static LightCluster cluster;
    static int stamps;

    private final Heard heard = new Heard();
    final List<String> said = heard.said();
    String stamp = "";

    @BeforeAll
    static void startHosts() throws Exception {
        cluster = new LightCluster(2);
        Files.writeString(folder.resolve("fabfile.groovy"), "cluster { hosts 'a', 'b'; rootDir 'work' }\n");
    }

    @AfterAll
    static void stopHosts() throws Exception {
        cluster.close();
    }

    @BeforeEach
    void nextStamp() {
        stamp = String.format("203001010000%02d", stamps++);
    }

    /** Runs a command with its parameters by name; what it prints is in {@code said}. */
    void jfab(String command, Map<String, ?> values) throws Exception {
        Task task = Objects.requireNonNull(new FabfileReader(heard::on)
                .read(folder.resolve("fabfile.groovy"))
                .tasks()
                .get(command));
        List<@Nullable Object> arguments = new ArrayList<>();
        task.parameters()
                .forEach(parameter -> arguments.add(
                        values.containsKey(parameter.name()) ? values.get(parameter.name()) : parameter.value()));
        switch (task.body()) {
            case Body.AllHosts body -> body.run(cluster.group(), arguments);
            case Body.EachHost body -> throw new AssertionError(body);
        }
    }

    String all() {
        return heard.all();
    }

    long saying(String regex) {
        return heard.saying(regex);
    }

    static void await(Callable<Boolean> condition) throws Exception {
        Await.until("what a job does", condition::call);
    }
}
