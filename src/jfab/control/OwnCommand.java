package jfab.control;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import jfab.UserFolders;
import jfab.control.bundle.EngineInstall;
import jfab.control.bundle.Installation;
import jfab.control.cli.JfabExitCode;
import jfab.control.demo.Demo;
import jfab.control.fabfile.FabfileReader;
import jfab.control.own.Init;
import jfab.control.own.Lint;

/**
 * A command of jfab itself, which needs no fabfile and no hosts.
 *
 * @param name its first word; a task of that name in a fabfile goes first
 * @param action does it and gives the exit code
 */
record OwnCommand(String name, IntSupplier action) {
    private static final Map<String, String> USAGE = Map.of("demo", """
            Usage: jfab demo [FLAG...]
            Starts two SSH hosts on this machine and trains a network on them, with the engine's flags, as --use-gpu=1.""", "init", """
            Usage: jfab init [tasks|cluster|pytorch]
            Writes a fabfile to begin with into this folder, with what belongs to it; it replaces no file.""", "engine", """
            Usage: jfab engine install FILE|URL
            Puts the training engine where jfab looks for it; its FILE.sha256 lies beside it.""", Lint.NAME, """
            Usage: jfab lint [--json] [FILE...]
            Names mistakes of the fabfile, or of fabfiles and training programs, with their lines, and runs nothing.
            Exit code 1 where there are some.""");

    /**
     * The command that {@code arguments} are; empty where they are something else.
     *
     * @param lines takes what it says
     * @param jfab runs another command line and returns its exit code
     */
    static Optional<OwnCommand> of(List<String> arguments, Consumer<String> lines, Demo.CommandLine jfab) {
        int words = arguments.size();
        String first = words > 0 ? arguments.getFirst() : "";
        String usage = USAGE.get(first);
        if (usage != null && arguments.stream().skip(1).anyMatch(List.of("--help", "-h")::contains)) {
            return Optional.of(new OwnCommand(first, () -> {
                lines.accept(usage);
                return JfabExitCode.OK;
            }));
        }
        if (words > 2
                && List.of("-f", "--fabfile").contains(first)
                && arguments.get(2).equals(Lint.NAME)) {
            return Optional.of(lint(arguments.subList(3, words), Optional.of(Path.of(arguments.get(1))), lines));
        }
        if (words > 0 && arguments.getFirst().equals("demo")) {
            return Optional.of(new OwnCommand("demo", () -> demo(lines, jfab, arguments.subList(1, words))));
        }
        if (words == 3 && arguments.subList(0, 2).equals(List.of("engine", "install"))) {
            return Optional.of(new OwnCommand("engine", () -> install(arguments.getLast(), lines)));
        }
        if (words > 0
                && words < 3
                && arguments.getFirst().equals("init")
                && !arguments.getLast().startsWith("-")) {
            String template = words == 2 ? arguments.getLast() : Init.PRESET;
            return Optional.of(new OwnCommand("init", () -> init(template, lines)));
        }
        if (words > 0 && arguments.getFirst().equals(Lint.NAME)) {
            return Optional.of(lint(arguments.subList(1, words), FabfileReader.find(Path.of(""), "fabfile"), lines));
        }
        return Optional.empty();
    }

    private static OwnCommand lint(List<String> arguments, Optional<Path> fabfile, Consumer<String> lines) {
        return new OwnCommand(
                Lint.NAME, () -> new Lint(lines, fabfile).run(arguments) ? JfabExitCode.OK : JfabExitCode.FAILURE);
    }

    private static int demo(Consumer<String> lines, Demo.CommandLine jfab, List<String> options) {
        Installation installation = Installation.ofThisProgram();
        return new Demo(installation.demo(), lines, jfab, options)
                .run(installation.root().resolve("fabfile.groovy"));
    }

    private static int install(String source, Consumer<String> lines) {
        lines.accept("the training engine is installed: "
                + new EngineInstall(UserFolders.data()).of(source).archive());
        return JfabExitCode.OK;
    }

    private static int init(String template, Consumer<String> lines) {
        Path templates = Installation.ofThisProgram().root().resolve("examples/templates");
        new Init(templates, Path.of("")).write(template).forEach(file -> lines.accept("wrote " + file));
        lines.accept("fabfile.groovy says how it goes on; jfab doctor says what is missing for that");
        return JfabExitCode.OK;
    }
}
