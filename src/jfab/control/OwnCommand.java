package jfab.control;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import jfab.UserFolders;
import jfab.control.bundle.EngineInstall;
import jfab.control.bundle.Installation;
import jfab.control.cli.JfabExitCode;
import jfab.control.cli.UsageException;
import jfab.control.demo.Demo;
import jfab.control.own.Init;
import jfab.control.own.Lint;
import jfab.control.warm.WarmCommand;

/**
 * A command of jfab itself, which needs no fabfile and no hosts.
 *
 * @param name its first word; a task of that name in a fabfile goes first, except before lint
 * @param action does it and gives the exit code
 */
record OwnCommand(String name, IntSupplier action) {
    private static final Map<String, String> USAGE =
            Map.of("demo", """
            Usage: jfab demo [FLAG...]
            Starts two SSH hosts on this machine and trains a network on them, with the engine's flags, as --use-gpu=1.""", "init", """
            Usage: jfab init [tasks|cluster|pytorch]
            Writes a fabfile to begin with into this folder, with what belongs to it; it replaces no file.""", "engine", """
            Usage: jfab engine install FILE|URL
            Puts the training engine where jfab looks for it; its FILE.sha256 lies beside it.""", Lint.NAME, """
            Usage: jfab lint [--json] [FILE...]
            Names mistakes of the fabfile, or of fabfiles and training programs, with their lines, and runs nothing.
            Exit code 1 where there are some.""", WarmCommand.NAME, """
            Usage: jfab warm status|stop
            Says which processes wait for commands, or ends them; --cold and the setting cold do without them.""");

    /**
     * The command that {@code words} are; empty where they are something else.
     *
     * @param fabfile the one that is meant, where there is one
     * @param lines takes what it says
     * @param jfab runs another command line and returns its exit code
     */
    static Optional<OwnCommand> of(
            List<String> words, Supplier<Optional<Path>> fabfile, Consumer<String> lines, Demo.CommandLine jfab) {
        String name = words.isEmpty() ? "" : words.getFirst();
        String usage = USAGE.get(name);
        if (usage == null) {
            return Optional.empty();
        }
        List<String> rest = words.subList(1, words.size());
        return Optional.of(new OwnCommand(name, () -> {
            boolean help = rest.stream().anyMatch(List.of("--help", "-h")::contains);
            if (help) {
                lines.accept(usage);
            } else if (name.equals("demo")) {
                return demo(lines, jfab, rest);
            } else if (name.equals(Lint.NAME)) {
                return new Lint(lines, fabfile.get()).run(rest) ? JfabExitCode.OK : JfabExitCode.FAILURE;
            } else if (name.equals(WarmCommand.NAME) && rest.equals(List.of("status"))) {
                new WarmCommand(lines).status();
            } else if (name.equals(WarmCommand.NAME) && rest.equals(List.of("stop"))) {
                new WarmCommand(lines).stop();
            } else if (name.equals("init") && rest.size() < 2) {
                init(rest.isEmpty() ? Init.PRESET : rest.getFirst(), lines);
            } else if (name.equals("engine")
                    && rest.size() == 2
                    && rest.getFirst().equals("install")) {
                install(rest.getLast(), lines);
            } else {
                throw new UsageException(usage.lines().findFirst().orElseThrow());
            }
            return JfabExitCode.OK;
        }));
    }

    private static int demo(Consumer<String> lines, Demo.CommandLine jfab, List<String> options) {
        Installation installation = Installation.ofThisProgram();
        return new Demo(installation.demo(), lines, jfab, options)
                .run(installation.root().resolve("fabfile.groovy"));
    }

    private static void install(String source, Consumer<String> lines) {
        lines.accept("the training engine is installed: "
                + new EngineInstall(UserFolders.data()).of(source).archive());
    }

    private static void init(String template, Consumer<String> lines) {
        Path templates = Installation.ofThisProgram().root().resolve("examples/templates");
        new Init(templates, Path.of("")).write(template).forEach(file -> lines.accept("wrote " + file));
        lines.accept("fabfile.groovy says how it goes on; jfab doctor says what is missing for that");
    }
}
