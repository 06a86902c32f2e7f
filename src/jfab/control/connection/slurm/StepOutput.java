package jfab.control.connection.slurm;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;

/**
 * What a step said on its standard error, told apart: the line's own words, its exit code, and srun's remarks.
 *
 * @param err what the line wrote
 * @param code the line's exit code
 */
record StepOutput(String err, int code) {
    private static final String SRUN = "srun: ";
    /** What srun says, of a site whose tasks are not bound to processors, to everyone who asks for just that. */
    private static final String UNBOUND = "lacks support for cpu binding";

    private static final Pattern OVER =
            Pattern.compile("has expired|has been revoked|Invalid job id|already completing|Expired or invalid job");

    /**
     * Reads a step's standard error.
     *
     * @throws ConnectionException with srun's words, when the line has not come to its end, or SlurmException
     */
    static StepOutput of(Host host, String err, String mark) {
        Matcher end = Pattern.compile(Pattern.quote(mark) + " (\\d+)\\n").matcher(err);
        if (!end.find()) {
            throw lost(host, err);
        }
        String own = err.substring(0, end.start());
        return new StepOutput(
                own.lines()
                        .filter(line -> !line.startsWith(SRUN))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining()),
                Integer.parseInt(end.group(1)));
    }

    private static RuntimeException lost(Host host, String err) {
        List<String> said = err.lines()
                .filter(line -> line.startsWith(SRUN) && !line.contains(UNBOUND))
                .map(line -> line.substring(SRUN.length()).replaceFirst("^error: ", ""))
                .toList();
        if (said.stream().anyMatch(line -> OVER.matcher(line).find())) {
            return new SlurmException(host, "the Slurm allocation has ended: scancel ended it, or its time is over");
        }
        boolean never = said.stream().anyMatch(line -> line.startsWith("Unable to "));
        String words = said.isEmpty() ? "srun ended without a word" : "srun: " + String.join("; ", said);
        return new ConnectionException(host, never ? Reason.UNREACHABLE : Reason.LOST, words, null);
    }
}
