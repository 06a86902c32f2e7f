package jfab.control.testing;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.cli.ArgumentParser;
import jfab.control.cli.CoreOptions;
import jfab.control.cli.JfabExitCode;
import jfab.control.cli.SettingLevels;
import jfab.control.cli.TaskArguments;
import jfab.control.fabfile.Fabfile;
import jfab.control.fabfile.FabfileReader;
import jfab.control.task.Plan;
import jfab.control.task.TaskExecutor;

/**
 * Fabfiles under test: they are read and run as the command does it, on recording hosts instead of over SSH.
 *
 * <pre>{@code
 * def hosts = new RecordingConnector()
 * hosts.on('df -h /data').prints('/dev/sda1  10G')
 *
 * def ran = Fabfiles.load(Path.of('fabfile.groovy'), hosts).run('-H', 'gpu[01-02]', 'disk', '--path=/data')
 *
 * assert ran.exitCode() == 0
 * assert ran.lines('gpu01') == ['/dev/sda1  10G']
 * assert hosts.commands('gpu02') == ['df -h /data']
 * }</pre>
 *
 * <p>Neither the environment nor the user's settings are looked at. Local commands really run.
 */
public final class Fabfiles {
    private final Path file;
    private final RecordingConnector hosts;
    private final Map<String, Object> answers = new LinkedHashMap<>();

    private Fabfiles(Path file, RecordingConnector hosts) {
        this.file = file;
        this.hosts = hosts;
    }

    /** The fabfile {@code file}, whose tasks will run on {@code hosts}. */
    public static Fabfiles load(Path file, RecordingConnector hosts) {
        return new Fabfiles(file, hosts);
    }

    /**
     * Lets the user answer {@code question} so wherever a task asks it with {@code confirm}, {@code prompt} or
     * {@code secret(prompt: ...)}: {@code answering('Remove all models?', true)}. A question without answer is an error.
     */
    public Fabfiles answering(String question, Object answer) {
        answers.put(question, answer);
        return this;
    }

    /**
     * Runs what {@code jfab} would with these arguments.
     *
     * @throws jfab.JfabException for a mistake in the fabfile or in the arguments
     */
    public Ran run(String... arguments) {
        RecordedEvents lines = new RecordedEvents();
        hosts.show(lines.output());
        List<String> line = Arrays.asList(arguments);
        CoreOptions before = ArgumentParser.preview(line).core();
        SettingLevels levels = SettingLevels.read(before, Map.of(), file.resolveSibling("no-home"));
        Fabfile fabfile = new FabfileReader(lines, levels.settings(), user()).read(file);
        TaskArguments parsed = ArgumentParser.parse(
                line, fabfile.callable(), fabfile.profiles().described().keySet());
        Optional<Fabfile> chosen = parsed.choose(Optional.of(fabfile));
        TaskArguments complete = parsed.with(levels.complete(parsed.core()));
        CoreOptions core = levels.checked(complete.core(), parsed.core());
        Plan plan = complete.plan(chosen, Optional.empty());
        var report = new TaskExecutor(hosts, core.limits(), lines).execute(plan);
        return new Ran(report, JfabExitCode.of(report), lines.events());
    }

    /** Says the same in every run. */
    private Answers user() {
        Answers user = new Answers();
        answers.forEach(user::add);
        return user;
    }

    /** Runs one task with its arguments, as they are typed, on these hosts. */
    public Ran run(String task, List<String> arguments, List<String> on) {
        return run(java.util.stream.Stream.of(List.of("-H", String.join(",", on), task), arguments)
                .flatMap(List::stream)
                .toArray(String[]::new));
    }
}
