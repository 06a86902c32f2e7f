package jfab.control;

import java.nio.file.Path;
import java.util.List;
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
    /**
     * The command that {@code arguments} are; empty where they are something else.
     *
     * @param lines takes what it says
     * @param jfab runs another command line and returns its exit code
     */
    static Optional<OwnCommand> of(List<String> arguments, Consumer<String> lines, Demo.CommandLine jfab) {
        int words = arguments.size();
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
            Lint lint = new Lint(lines, FabfileReader.find(Path.of(""), "fabfile"));
            return Optional.of(new OwnCommand(
                    Lint.NAME, () -> lint.run(arguments.subList(1, words)) ? JfabExitCode.OK : JfabExitCode.FAILURE));
        }
        return Optional.empty();
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
