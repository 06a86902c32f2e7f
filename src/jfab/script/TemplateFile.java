package jfab.script;

import groovy.lang.GroovyRuntimeException;
import groovy.lang.MissingPropertyException;
import groovy.text.SimpleTemplateEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A text file with {@code $name}, {@code ${expression}} and {@code <% code %>} in it, as Groovy's templates have them. */
public final class TemplateFile {
    /** A dollar at which no name begins, such as that of a regular expression, stands for itself. */
    private static final Pattern PLAIN_DOLLAR = Pattern.compile("(?<!\\\\)\\$(?![A-Za-z_{])");

    private TemplateFile() {}

    /**
     * The text of {@code file} with {@code values} in it.
     *
     * @throws ScriptException with file and line of a name that has no value
     */
    public static String filled(Path file, Map<String, ?> values) {
        String text = read(file);
        SimpleTemplateEngine engine = new SimpleTemplateEngine();
        // Only before a dollar does a backslash mean anything: it is common in configuration files.
        engine.setEscapeBackslash(true);
        try {
            return engine.createTemplate(PLAIN_DOLLAR.matcher(text).replaceAll("\\\\\\$"))
                    .make(new LinkedHashMap<>(values))
                    .toString();
        } catch (MissingPropertyException e) {
            String name = e.getProperty();
            throw new ScriptException(
                    new Location(file, line(text, name)),
                    "there is no value '" + name + "'" + Words.suggestion(name, values.keySet())
                            + "; a dollar that is to stay is written \\$",
                    e);
        } catch (GroovyRuntimeException | ClassNotFoundException | IOException e) {
            throw new ScriptException(new Location(file, 0), "is no template: " + reason(e), e);
        } catch (RuntimeException e) {
            throw new ScriptException(new Location(file, 0), e.getClass().getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new ScriptException(new Location(file, 0), "no such file", e);
        } catch (IOException e) {
            throw new ScriptException(new Location(file, 0), "cannot be read: " + e.getMessage(), e);
        }
    }

    /** The first line in which {@code name} stands behind a dollar or in code; 0 for none. */
    private static int line(String text, String name) {
        Pattern use = Pattern.compile("(\\$|<%|\\{).*(?<![A-Za-z0-9_])" + Pattern.quote(name) + "(?![A-Za-z0-9_])"
                + "|\\$" + Pattern.quote(name) + "(?![A-Za-z0-9_])");
        List<String> lines = text.lines().toList();
        return IntStream.range(0, lines.size())
                        .filter(i -> use.matcher(lines.get(i)).find())
                        .findFirst()
                        .orElse(-1)
                + 1;
    }

    /** Groovy names a script of its own making; what is wrong stands behind that. */
    private static String reason(Exception e) {
        Matcher problem = Pattern.compile("Script\\d+\\.groovy: \\d+: (.*?)( @ line.*)?\n")
                .matcher(String.valueOf(e.getMessage()));
        return problem.find()
                ? problem.group(1)
                : String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
