package jfab.control;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import jfab.control.bundle.Installation;
import jfab.control.cli.ArgumentParser;
import jfab.control.cli.CommandDefaults;
import jfab.control.cli.Completion;
import jfab.control.cli.CoreOptions;
import jfab.control.cli.FabfileSearch;
import jfab.control.cli.Help;
import jfab.control.cli.Hints;
import jfab.control.cli.JfabExitCode;
import jfab.control.cli.LastFailures;
import jfab.control.cli.OutputFlags;
import jfab.control.cli.Preview;
import jfab.control.cli.RemoteCommand;
import jfab.control.cli.SettingLevels;
import jfab.control.cli.StopSignals;
import jfab.control.cli.TaskArguments;
import jfab.control.cli.output.Output;
import jfab.control.cli.output.Screen;
import jfab.control.connection.Connector;
import jfab.control.connection.DryConnector;
import jfab.control.connection.SshSettings;
import jfab.control.connection.command.TerminalLine;
import jfab.control.connection.files.FileProblem;
import jfab.control.connection.files.PrivateFolder;
import jfab.control.connection.here.HereConnector;
import jfab.control.connection.host.Allocation;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.jsch.AgentKeys;
import jfab.control.connection.jsch.ConfiguredHosts;
import jfab.control.connection.jsch.JschConnector;
import jfab.control.connection.jsch.cryptography.NativeCryptography;
import jfab.control.connection.slurm.SlurmConnector;
import jfab.control.fabfile.Fabfile;
import jfab.control.fabfile.FabfileReader;
import jfab.control.fabfile.TaskOutput;
import jfab.control.own.CheckGpu;
import jfab.control.own.Doctor;
import jfab.control.own.Lint;
import jfab.control.task.Call;
import jfab.control.task.Plan;
import jfab.control.task.Report;
import jfab.control.task.RetryingConnector;
import jfab.control.task.Task;
import jfab.control.task.TaskExecutor;
import jfab.control.task.TaskListener;
import jfab.control.warm.Successor;
import jfab.control.warm.WarmProcess;
import jfab.script.ScriptException;

/** The command {@code jfab}: reads the command line and the fabfile, runs the tasks, ends with the exit code. */
public final class Main {
    /** What is of no use without a reader: the task that shows what others do, and, as for ssh, a command alone. */
    private static final Set<String> SHOWING = Set.of("tail-log", RemoteCommand.NAME);

    private final Preview preview;
    // Flags may stand behind tasks, which are known only when the fabfile is read.
    private CoreOptions effective;
    private CoreOptions typed;
    private final SettingLevels levels;
    private final Screen screen;
    private final Output output;
    /** Keeps what completes the next command lines. */
    private CompletableFuture<Void> keeping = CompletableFuture.completedFuture(null);

    private Main(Preview commandLine, SettingLevels levels, Screen screen) {
        this.levels = levels;
        this.preview = commandLine.with(levels.over(commandLine.core()));
        this.effective = preview.core();
        this.typed = commandLine.core();
        this.screen = screen.in(new OutputFlags(preview.core()).colour(), System.getenv());
        this.output = new Output(screen, preview.core().output());
        TerminalLine.tell(output::ask);
    }

    public static void main(String[] arguments) {
        if (WarmProcess.isOne()) {
            WarmProcess.serve(Main::run);
            return;
        }
        List<String> line = Arrays.asList(arguments);
        if (!line.contains("--version")
                && FabfileReader.find(Path.of(""), "fabfile").isPresent()) {
            // While the command line is looked at.
            FabfileReader.prepare();
        }
        int code = run(line);
        Successor.leave(line);
        System.exit(code);
    }

    /** Where JLine unpacks its native library; it does without one where there is no such folder. */
    private static String libraries() {
        try {
            return PrivateFolder.of(Path.of(System.getProperty("user.home"))).toString();
        } catch (IOException e) {
            return "/nonexistent";
        }
    }

    /** Runs one command line inside this process and returns its exit code. */
    public static int run(List<String> arguments) {
        if (Screen.isTerminal(1)) {
            System.setProperty("jline.tmpdir", libraries());
        }
        Screen screen = Screen.ofProcess(OutputFlags.colour(arguments), System.getenv());
        try {
            Preview commandLine = ArgumentParser.preview(arguments);
            Path home = Path.of(System.getProperty("user.home"));
            SettingLevels levels = SettingLevels.read(commandLine.core(), System.getenv(), home);
            Main main = new Main(commandLine, levels, screen);
            try {
                return ended(screen, main.answer(arguments));
            } finally {
                // Without it the shell asks again.
                main.keeping.exceptionally(_ -> null).join();
            }
        } catch (RuntimeException | Error e) {
            screen.complain(e, wantsTraces(arguments, System.getenv()));
            return JfabExitCode.before(e);
        } finally {
            screen.flush();
        }
    }

    /** The exit code, of which 0 is none where what was printed is lost. */
    private static int ended(Screen screen, int code) {
        screen.flush();
        return screen.lost()
                .map(why -> {
                    screen.err().print("jfab: standard output could not be written: " + why + "\n");
                    return code == JfabExitCode.OK ? JfabExitCode.FAILURE : code;
                })
                .orElse(code);
    }

    /** What is wrong may be the command line itself, so that nothing has understood it. */
    private static boolean wantsTraces(List<String> arguments, Map<String, String> environment) {
        int dashes = arguments.indexOf("--");
        List<String> own = dashes < 0 ? arguments : arguments.subList(0, dashes);
        return own.contains("--debug")
                || own.contains("-d")
                || environment.getOrDefault("JFAB_DEBUG", "").matches("1|true|yes|on");
    }

    private int answer(List<String> arguments) {
        if (preview.core().version()) {
            return say(Version.text());
        }
        if (preview.help().filter(String::isEmpty).isPresent()) {
            return say(Help.core());
        }
        Optional<String> shell = preview.core().completionScript();
        if (shell.isPresent()) {
            return say(Completion.script(shell.get()));
        }
        if (preview.core().listAgentKeys()) {
            return listAgentKeys();
        }
        FabfileSearch search = new FabfileSearch(preview, Path.of("").toAbsolutePath());
        Optional<OwnCommand> own = OwnCommand.of(
                preview.words(),
                () -> search.finds() ? search.file() : Optional.empty(),
                line -> say(line + "\n"),
                Main::run);
        // Whoever wrote the fabfile: it runs nothing of it.
        if (own.filter(command -> command.name().equals(Lint.NAME)).isPresent()
                && !preview.core().complete()) {
            return own.get().action().getAsInt();
        }
        if (own.isEmpty() && (preview.namesTask() || !preview.command().isEmpty())) {
            NativeCryptography.prepare();
        }
        boolean needsFabfile = own.isEmpty()
                && (arguments.isEmpty() || arguments.stream().noneMatch(List.of(Doctor.NAME, CheckGpu.NAME)::contains));
        Optional<Fabfile> fabfile = !needsFabfile && !search.finds()
                ? Optional.empty()
                : search.file().flatMap(file -> read(search, file, own.isPresent()));
        // A command behind -- is on its way to its hosts: what completes tasks is kept when one is next.
        boolean commandAlone = !preview.command().isEmpty() && !preview.namesTask();
        if (preview.core().complete()) {
            Completion.ofUser().keep(fabfile);
            return JfabExitCode.OK;
        }
        if (fabfile.isPresent() && !commandAlone) {
            // While hosts are called.
            keeping = CompletableFuture.runAsync(
                    () -> Completion.ofUser().refresh(fabfile.get()),
                    Thread.ofPlatform().name("completion")::start);
        }
        if (preview.core().explainSettings()) {
            CoreOptions commandLine = ArgumentParser.preview(arguments).core();
            new TaskArguments(commandLine, List.of(), Optional.empty(), List.of()).choose(fabfile);
            levels.complete(commandLine);
            return say(levels.explain());
        }
        if (arguments.isEmpty() && fabfile.flatMap(Fabfile::fallback).isEmpty()) {
            return say(Help.core());
        }
        Map<String, Task> tasks =
                new LinkedHashMap<>(fabfile.map(Fabfile::callable).orElse(Map.of()));
        Doctor doctor = new Doctor();
        Task examination = doctor.task();
        boolean examines = tasks.putIfAbsent(Doctor.NAME, examination) == null;
        tasks.putIfAbsent(
                CheckGpu.NAME, CheckGpu.task(() -> Installation.ofThisProgram().engine(true)));
        if (own.isPresent() && !tasks.containsKey(own.get().name())) {
            return own.get().action().getAsInt();
        }
        TaskArguments parsed = ArgumentParser.parse(arguments, tasks, profiles(fabfile));
        typed = parsed.core();
        search.confirm(typed);
        if (parsed.core().list() && fabfile.isPresent()) {
            return say(Help.list(fabfile.get(), parsed.core()));
        }
        if (parsed.help().isPresent()) {
            String task = parsed.help().get();
            return say(task.isEmpty() ? Help.core() : Help.of(ArgumentParser.task(task, tasks)));
        }
        Optional<Fabfile> chosen = parsed.choose(fabfile);
        chosen.ifPresent(
                read -> output.tellJobs((ids, all) -> Completion.ofUser().keepJobs(read.file(), ids, all)));
        TaskArguments complete = parsed.with(levels.complete(parsed.core()));
        CoreOptions core = levels.checked(complete.core(), parsed.core());
        effective = core;
        LastFailures failures = LastFailures.of(core, chosen);
        Plan plan = complete.plan(chosen, core.output().pipe(screen));
        Optional<Call> examined = plan.calls().stream()
                .filter(call -> examines && call.task().name().equals(Doctor.NAME))
                .findFirst();
        if (examined.isEmpty()) {
            return execute(core, failures, plan);
        }
        List<String> here = new ArrayList<>(Version.text().lines().toList());
        here.addAll(Doctor.here(Installation.ofThisProgram(), chosen.map(Fabfile::file)));
        if (!Boolean.TRUE.equals(examined.get().arguments().getFirst())) {
            say(String.join("\n", here) + "\n");
            return execute(core, failures, plan);
        }
        return execute(core, failures, plan, report -> say(doctor.json(here, report) + "\n"));
    }

    private static Set<String> profiles(Optional<Fabfile> fabfile) {
        return fabfile.map(read -> read.profiles().described().keySet()).orElse(Set.of());
    }

    private int listAgentKeys() {
        Path agent = SshSettings.of((host, stream, line) -> {}).account().agent();
        if (agent == null) {
            throw ConnectionException.settings("there is no ssh-agent: SSH_AUTH_SOCK is not set");
        }
        List<String> keys = AgentKeys.of(agent);
        return say(keys.isEmpty() ? "The agent has no keys.\n" : String.join("\n", keys) + "\n");
    }

    private int execute(CoreOptions core, LastFailures failures, Plan plan) {
        return execute(core, failures, plan, report -> {});
    }

    private int execute(CoreOptions core, LastFailures failures, Plan plan, Consumer<Report> afterwards) {
        output.begin(core.output(), plan.hosts());
        try (Connector connector = connector(core, output)) {
            TaskExecutor executor = new TaskExecutor(connector, core.limits(), output);
            if (plan.calls().stream()
                    .allMatch(call -> SHOWING.contains(call.task().name()))) {
                screen.whenReaderGoes(executor::stop);
            }
            try (StopSignals signals = StopSignals.calling(executor::stop, text -> output.notice(null, text))) {
                Report report = executor.execute(plan);
                int code = signals.code(report);
                if (!core.dryRun()) {
                    remember(failures, report);
                } else if (JfabExitCode.isOfScript(report)) {
                    output.notice(
                            null,
                            "in a dry run commands succeed and print nothing; what needs their output may fail in it alone");
                }
                output.end(report, code);
                afterwards.accept(report);
                return code;
            }
        }
    }

    private void remember(LastFailures failures, Report report) {
        try {
            failures.remember(report);
        } catch (IOException e) {
            output.notice(null, "jfab: cannot remember which hosts failed, for --rerun: " + FileProblem.of(e));
        }
    }

    /** The one place that chooses how hosts are reached. */
    private static Connector connector(CoreOptions core, TaskListener listener) {
        if (core.dryRun()) {
            return new DryConnector(listener.output());
        }
        JschConnector jsch = new JschConnector(core.reach(SshSettings.of(listener.output())));
        Connector reached = Allocation.ofThisProcess()
                .<Connector>map(allocation -> new SlurmConnector(allocation, jsch, listener.output()))
                .orElse(jsch);
        Connector connector = core.retries() == 0
                ? reached
                : new RetryingConnector(reached, core.retries(), Duration.ofSeconds(1), listener);
        return new HereConnector(connector, listener.output()).with(CommandDefaults.of(core));
    }

    private ConfiguredHosts configured() {
        return new ConfiguredHosts(effective.sshConfig().orElse(null), Path.of(System.getProperty("user.home")));
    }

    /** Commands of jfab itself do without one that cannot be read. */
    private Optional<Fabfile> read(FabfileSearch search, Path fabfile, boolean optional) {
        try {
            return Optional.of(read(search, fabfile));
        } catch (ScriptException e) {
            if (optional) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Fabfile read(FabfileSearch search, Path fabfile) {
        // Groovy's printf in a closure writes there whatever the script's own stream is.
        System.setOut(TaskOutput.stream(output));
        return new FabfileReader(
                        new Hints(output, () -> typed.repeated()),
                        levels.settings(),
                        pattern -> configured().apply(pattern),
                        search::doubtOfIncluded)
                .read(fabfile);
    }

    private int say(String text) {
        screen.out().print(text);
        screen.flush();
        return JfabExitCode.OK;
    }
}
