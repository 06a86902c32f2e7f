package jfab.control.connection.config;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import jfab.control.connection.host.LocalProgram;

/** Runs the commands of {@code Match exec}; the same command once for all hosts. */
final class MatchCommands {
    private final Duration limit;
    private final Map<String, Boolean> answers = new ConcurrentHashMap<>();

    MatchCommands(Duration limit) {
        this.limit = limit;
    }

    boolean succeeds(SshConfigLine setting, String command) {
        return answers.computeIfAbsent(command, line -> run(setting, line));
    }

    private boolean run(SshConfigLine setting, String command) {
        try {
            Process process = LocalProgram.start(new ProcessBuilder("/bin/sh", "-c", command)
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD));
            try {
                if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    return process.exitValue() == 0;
                }
            } finally {
                LocalProgram.family(process).forEach(ProcessHandle::destroyForcibly);
            }
        } catch (IOException e) {
            throw setting.wrong("cannot run `" + command + "`: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw setting.wrong("interrupted while `" + command + "` ran");
        }
        throw setting.wrong("`" + command + "` took longer than " + limit.toSeconds() + " s");
    }
}
