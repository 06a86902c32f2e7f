package jfab.control.own;

import groovy.json.JsonOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import jfab.PlainText;
import jfab.control.cli.UsageException;
import jfab.script.ScriptCheck;
import jfab.script.ScriptCheck.Problem;
import jfab.script.ScriptException;

/** Checks fabfiles and training programs without running them: {@code jfab lint [--json] [FILE...]}. */
public record Lint(Consumer<String> lines, Optional<Path> fabfile) {
    public static final String NAME = "lint";

    private static final String JSON = "--json";

    /**
     * Says what is wrong, a line each, or all in one JSON object; gives whether nothing is.
     *
     * @param arguments files; the fabfile where none is named
     * @throws UsageException where there is no such file, or no such flag
     */
    public boolean run(List<String> arguments) {
        List<Path> files = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.startsWith("-") && !argument.equals(JSON)) {
                throw new UsageException("lint has no flag " + argument + "; it takes " + JSON + " and files");
            }
            if (!argument.equals(JSON)) {
                files.add(Path.of(argument));
            }
        }
        if (files.isEmpty()) {
            files.add(
                    fabfile.orElseThrow(() -> new UsageException("there is no fabfile here; name the files to check")));
        }
        files.stream().filter(file -> !Files.isRegularFile(file)).findFirst().ifPresent(missing -> {
            throw new UsageException("there is no file " + missing);
        });
        List<Problem> problems =
                files.stream().flatMap(file -> check(file).stream()).toList();
        if (arguments.contains(JSON)) {
            lines.accept(json(problems));
        } else {
            problems.forEach(problem -> lines.accept(PlainText.of(problem.toString())));
        }
        return problems.isEmpty();
    }

    private static List<Problem> check(Path file) {
        try {
            return ScriptCheck.check(file, ScriptCheck.kindOf(file));
        } catch (ScriptException e) {
            return ScriptCheck.check(file, ScriptCheck.Kind.FABFILE);
        }
    }

    private static String json(List<Problem> problems) {
        return JsonOutput.toJson(Map.of(
                "problems",
                problems.stream()
                        .map(problem -> new java.util.TreeMap<>(Map.of(
                                "file", problem.file().toString(),
                                "line", problem.line(),
                                "column", problem.column(),
                                "message", PlainText.of(problem.message()))))
                        .toList()));
    }
}
