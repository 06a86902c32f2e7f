package jfab.control.warm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.JfabException;
import jfab.control.cli.ArgumentParser;
import jfab.control.cli.FabfileSearch;
import jfab.control.cli.Preview;
import jfab.control.cli.SettingLevels;

/**
 * Which commands run in a process that serves others as well: all that cannot tell the difference. Cold, in a process of their own, run
 *
 * <ul>
 *   <li>all, unless the setting {@code cold} is false; and then those with {@code --cold}, and, where not the environment says so, those
 *       of a caller without a terminal, such as cron, and all in CI;
 *   <li>{@code jfab demo}, whose hosts are children of its process, and {@code jfab warm};
 *   <li>those whose fabfile, or a file that it includes, has a word for what belongs to a process: its console, its input, its own
 *       children, its end. What it includes by a name that is only known when it runs may have one.
 * </ul>
 *
 * What else makes a difference, such as another folder, account or limit, is in the name of the process's socket ({@code client.c}); and
 * what a command leaves behind in its process ends that, with the command ({@link Traces}).
 */
final class WarmRule {
    private static final Set<String> OWN_PROCESS = Set.of("demo", WarmCommand.NAME);
    private static final Pattern PROCESS_WORDS = Pattern.compile(
            "\\b(console|execute|ProcessBuilder|Runtime|halt|Unsafe|Signal|loadLibrary|Instrumentation)\\b"
                    + "|\\bSystem\\s*\\.\\s*in\\b|@Grab");
    private static final Pattern INCLUDE =
            Pattern.compile("\\binclude\\b\\s*\\(?\\s*(?:'([^'$\\\\\\n]+)'|\"([^\"$\\\\\\n]+)\")?");

    private final List<String> arguments;
    private final Map<String, String> environment;

    WarmRule(List<String> arguments, Map<String, String> environment) {
        this.arguments = arguments;
        this.environment = environment;
    }

    /** Whether the command may run in a process that serves others, or leave one behind. */
    boolean allows(boolean terminal) {
        return refusal(terminal).isEmpty();
    }

    /** Why the command runs in a process of its own; empty where it need not. */
    Optional<String> refusal(boolean terminal) {
        try {
            Preview commandLine = ArgumentParser.preview(arguments);
            SettingLevels levels =
                    SettingLevels.read(commandLine.core(), environment, Path.of(System.getProperty("user.home")));
            Preview effective = commandLine.with(levels.over(commandLine.core()));
            boolean personal = terminal && environment.getOrDefault("CI", "").isEmpty();
            if (!levels.waits(commandLine.core(), personal)) {
                return Optional.of("the setting cold is not false here");
            }
            if (commandLine.words().stream().limit(1).anyMatch(OWN_PROCESS::contains)) {
                return Optional.of("this command has a process of its own");
            }
            FabfileSearch search = new FabfileSearch(effective, Path.of("").toAbsolutePath());
            return search.finds() ? search.file().flatMap(WarmRule::refusal) : Optional.empty();
        } catch (JfabException e) {
            // It will be told what is wrong; that needs no process for others.
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Why commands of {@code fabfile} run in a process of their own: a file, a line and what stands there. */
    static Optional<String> refusal(Path fabfile) {
        return refusal(fabfile.toAbsolutePath().normalize(), new HashSet<>());
    }

    private static Optional<String> refusal(Path file, Set<Path> seen) {
        if (!seen.add(file)) {
            return Optional.empty();
        }
        String text;
        // From a pipe, reading would wait.
        if (!Files.isRegularFile(file)) {
            return Optional.of(file + " is no file that can be read beforehand");
        }
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            return Optional.of(file + " cannot be read");
        }
        Matcher word = PROCESS_WORDS.matcher(text);
        if (word.find()) {
            return Optional.of(place(file, text, word.start()) + " has the word '" + word.group() + "'");
        }
        Matcher included = INCLUDE.matcher(text);
        while (included.find()) {
            Optional<String> name =
                    Optional.ofNullable(included.group(1)).or(() -> Optional.ofNullable(included.group(2)));
            // Words of a comment count too: they cost nothing but time.
            if (name.isEmpty()) {
                return Optional.of(place(file, text, included.start())
                        + " has the word 'include', and not the name of a file behind it");
            }
            Optional<String> refusal = refusal(file.resolveSibling(name.get()).normalize(), seen);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private static String place(Path file, String text, int at) {
        return file + ":" + (text.substring(0, at).lines().count() + (at == 0 || text.charAt(at - 1) == '\n' ? 1 : 0));
    }
}
