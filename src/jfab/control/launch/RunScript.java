package jfab.control.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Secret;

/**
 * The file {@code .jfab/NAME.run} of a process: rules for its supervisor, then a shell script that becomes the process.
 *
 * @param log where its output goes, relative to the job's directory
 * @param restarts how often it is started again after a failure
 * @param pause before the first of them; each further one waits twice as long, up to a minute
 * @param limit how long it may run in all, restarts included; zero for no limit
 * @param grace how long it may take to end after SIGTERM
 * @param failure what it means for the others when it fails and is not started again
 * @param attempts how it begins again with others
 * @param processes how many the job has on the host, which share its processor cores; 0 where that is not its concern
 * @param withheld variables of its host that it does not get, unless they are in {@code environment}
 */
public record RunScript(
        String log,
        int restarts,
        Duration pause,
        Duration limit,
        Duration grace,
        Failure failure,
        Attempts attempts,
        int processes,
        Set<String> withheld,
        Map<String, String> environment,
        List<String> argv) {
    /** What the failure of a process means for the others of its job. */
    public enum Failure {
        /** Those on its host are ended. */
        ENDS_OTHERS,
        /** They have rules of their own for it. */
        LEFT_TO_THEM,
        /** They go on, and the job may end well without it. */
        SURVIVED
    }

    public RunScript {
        withheld = Set.copyOf(withheld);
        environment = Map.copyOf(environment);
        argv = List.copyOf(argv);
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        rule(text, "log", log);
        rule(text, "restarts", Integer.toString(restarts));
        rule(text, "pause", Long.toString(pause.toSeconds()));
        rule(text, "limit", Long.toString(limit.toSeconds()));
        rule(text, "grace", Long.toString(grace.toSeconds()));
        rule(text, "together", failure == Failure.ENDS_OTHERS ? "1" : "0");
        rule(text, "survived", failure == Failure.SURVIVED ? "1" : "0");
        rule(text, "attempts", attempts.word());
        rule(text, "hopeless", Integer.toString(attempts.hopeless()));
        rule(text, "processes", Integer.toString(processes));
        // One line: what a line break in an argument was is not needed to recognize the command.
        rule(text, "command", Secret.masked(String.join(" ", argv)).replace('\n', ' '));
        new TreeSet<>(withheld)
                .forEach(name -> text.append("unset ").append(name).append('\n'));
        text.append(exports(environment));
        attempts.lines(environment).forEach(line -> text.append(line).append('\n'));
        // Of these the record keeps the name only, whatever they are called.
        text.append("jfab_secret=' ");
        new TreeMap<>(environment).forEach((name, value) -> text.append(Secret.in(value) ? name + " " : ""));
        text.append("'\n[ ! -e .jfab/record ] || . ./.jfab/record\n");
        return text.append("exec ").append(Command.of(argv).line()).append('\n').toString();
    }

    /** Lines of a shell script that set and export these variables. */
    public static String exports(Map<String, String> environment) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(environment)
                .forEach((name, value) -> text.append("export ")
                        .append(name)
                        .append('=')
                        .append(Command.quote(value))
                        .append('\n'));
        return text.toString();
    }

    private static void rule(StringBuilder text, String key, String value) {
        text.append("#: ").append(key).append(' ').append(value).append('\n');
    }
}
