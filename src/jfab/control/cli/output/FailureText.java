package jfab.control.cli.output;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import jfab.JfabException;
import jfab.PlainText;
import jfab.control.connection.command.Secret;
import jfab.control.task.HostOutcome;

/** What is told about failures, each once however many hosts share it. */
final class FailureText {
    private final Set<Throwable> told = Collections.newSetFromMap(new IdentityHashMap<>());

    boolean isNew(Throwable failure) {
        return told.add(failure);
    }

    /** One sentence that begins with the host, if the failure is that host's. */
    String of(HostOutcome.Failed failed) {
        String text = of(failed.failure());
        String host = failed.host().toString();
        return failed.shared() || text.startsWith(host) ? text : host + ": " + text;
    }

    /** One sentence; a failure that is not ours to explain asks to be reported. */
    static String of(Throwable failure) {
        return Secret.masked(PlainText.of(sentence(failure)));
    }

    /** The stack of a failure, for those who ask for it. */
    static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return Secret.masked(PlainText.of(trace.toString()));
    }

    private static String sentence(Throwable failure) {
        return failure instanceof JfabException
                ? String.valueOf(failure.getMessage())
                : "unexpected " + failure.getClass().getSimpleName() + " ("
                        + PlainText.sentence(String.valueOf(failure.getMessage()))
                        + "); this is a defect of jfab: please report what --debug prints";
    }
}
