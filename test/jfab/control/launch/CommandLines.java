package jfab.control.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jfab.control.cli.ArgumentParser;
import jfab.control.cli.CoreOptions;
import jfab.control.cli.JfabExitCode;
import jfab.control.cli.SettingLevels;
import jfab.control.cli.TaskArguments;
import jfab.control.connection.Connector;
import jfab.control.connection.DryConnector;
import jfab.control.connection.host.Host;
import jfab.control.fabfile.Fabfile;
import jfab.control.fabfile.FabfileReader;
import jfab.control.task.HostOutcome;
import jfab.control.task.TaskExecutor;

/** jfab's command lines, run inside this process: quicker than a process for each, and what they say is at hand. */
final class CommandLines {
    private final Connector connector;
    private final Path fabfile;
    private final Heard heard = new Heard();

    /** Those of a fabfile in {@code folder} whose cluster is {@code hosts}. */
    CommandLines(Path folder, List<Host> hosts, Connector connector) throws IOException {
        this(folder, hosts, connector, "");
    }

    /** Those of a cluster of which the fabfile says {@code more}. */
    CommandLines(Path folder, List<Host> hosts, Connector connector, String more) throws IOException {
        this(
                Files.writeString(
                        folder.resolve("fabfile.groovy"),
                        "cluster { hosts "
                                + hosts.stream().map(host -> "'" + host + "'").collect(Collectors.joining(", "))
                                + "; rootDir 'work'\n" + more + " }\n"),
                connector);
    }

    /** Those of {@code fabfile}. */
    CommandLines(Path fabfile, Connector connector) {
        this.fabfile = fabfile;
        this.connector = connector;
    }

    /** Runs one and returns its exit code; what it says is told from what was said before. */
    int run(String... line) throws IOException {
        List<String> said = heard.said();
        said.clear();
        List<String> words = Arrays.asList(line);
        CoreOptions before = ArgumentParser.preview(words).core();
        SettingLevels levels = SettingLevels.read(before, Map.of(), fabfile.resolveSibling("no-home"));
        Fabfile read = new FabfileReader(heard::on).read(fabfile);
        TaskArguments parsed = ArgumentParser.parse(words, read.callable());
        TaskArguments complete = parsed.with(levels.complete(parsed.core()));
        Connector chosen =
                complete.core().dryRun() ? new DryConnector((host, stream, text) -> said.add(text)) : connector;
        var report = new TaskExecutor(chosen, complete.core().limits(), heard::on)
                .execute(complete.plan(Optional.of(read), Optional.empty()));
        report.outcomes().stream()
                .filter(HostOutcome.Failed.class::isInstance)
                .map(outcome ->
                        String.valueOf(((HostOutcome.Failed) outcome).failure().getMessage()))
                .distinct()
                .forEach(said::add);
        report.outcomes()
                .forEach(outcome ->
                        said.add(outcome.host() + " " + outcome.getClass().getSimpleName()));
        return JfabExitCode.of(report);
    }

    /** All of it, for the message of an assertion. */
    String all() {
        return heard.all();
    }

    /** In how many lines a pattern is found. */
    long saying(String regex) {
        return heard.saying(regex);
    }
}
