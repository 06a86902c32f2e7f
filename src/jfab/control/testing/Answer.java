package jfab.control.testing;

import java.util.function.Predicate;
import jfab.control.connection.command.Command;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;
import org.jspecify.annotations.Nullable;

/**
 * What a recording host answers to a command. Without more it prints nothing and exits with 0.
 *
 * <pre>{@code
 * hosts.on('uname -r').prints('6.1')
 * hosts.on(~/systemctl .*\/).at('gpu[03-04]').exits(3).complains('no such unit')
 * }</pre>
 */
public final class Answer {
    private final Predicate<String> lines;
    private @Nullable String hosts;
    private String out = "";
    private String err = "";
    private int exitStatus;
    private int uses;

    Answer(Predicate<String> lines) {
        this.lines = lines;
    }

    /** Holds for these hosts only: {@code gpu03}, {@code gpu[03-04]}. */
    public Answer at(String pattern) {
        hosts = pattern;
        return this;
    }

    /** Prints lines to standard output. */
    public Answer prints(String text) {
        out = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        return this;
    }

    /** Prints lines to standard error. */
    public Answer complains(String text) {
        err = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        return this;
    }

    /** Ends with this exit code. */
    public Answer exits(int code) {
        exitStatus = code;
        return this;
    }

    /** How often this was the answer. */
    public synchronized int uses() {
        return uses;
    }

    boolean fits(Host host, Command command) {
        return lines.test(command.line())
                && (hosts == null
                        || HostSet.parse(hosts).hosts().stream()
                                .anyMatch(named -> named.name().equals(host.name())));
    }

    synchronized Answer used() {
        uses++;
        return this;
    }

    String out() {
        return out;
    }

    String err() {
        return err;
    }

    int exitStatus() {
        return exitStatus;
    }
}
