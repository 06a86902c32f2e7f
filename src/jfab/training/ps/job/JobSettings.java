package jfab.training.ps.job;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import jfab.role.RoleException;

/**
 * What the processes of a job share besides their roles.
 *
 * @param token the secret that all connections begin with the proof of; empty: the servers answer every caller
 * @param join how long a server waits for the next trainer, and a trainer for the servers
 * @param step how long one step may take; reading data, testing and saving on a trainer is part of its step
 * @param console takes the lines that the user should see at once
 * @param faults what happens when one of them dies
 * @param tls whether and how the wire is encrypted
 * @param deadlines when the wire gives up a connection
 */
public record JobSettings(
        String token,
        Duration join,
        Duration step,
        Consumer<String> console,
        FaultSettings faults,
        TlsSettings tls,
        Deadlines deadlines) {
    private static final String TOKEN = "JFAB_JOB_TOKEN";
    private static final String JOIN = "JFAB_JOIN_TIMEOUT";
    private static final String STEP = "JFAB_STEP_TIMEOUT";

    public JobSettings {
        if (!join.isPositive() || !step.isPositive()) {
            throw new RoleException(JOIN + " and " + STEP + " must be above 0 seconds");
        }
    }

    /** From {@code JFAB_JOB_TOKEN}, {@code JFAB_JOIN_TIMEOUT} (300 seconds) and {@code JFAB_STEP_TIMEOUT} (600 seconds), and what {@link FaultSettings}, {@link TlsSettings} and {@link Deadlines} read. */
    public static JobSettings from(Map<String, String> environment, Consumer<String> console) {
        return new JobSettings(
                environment.getOrDefault(TOKEN, ""),
                seconds(environment, JOIN, 300),
                seconds(environment, STEP, 600),
                console,
                FaultSettings.from(environment),
                TlsSettings.from(environment),
                Deadlines.from(environment));
    }

    @Override
    public String toString() {
        return "JobSettings[join=" + join + ", step=" + step + ", " + faults + "]";
    }

    static Duration seconds(Map<String, String> environment, String name, long otherwise) {
        return Duration.ofSeconds(number(environment, name, otherwise));
    }

    static long number(Map<String, String> environment, String name, long otherwise) {
        String value = environment.getOrDefault(name, Long.toString(otherwise));
        if (!value.matches("\\d{1,8}")) {
            String what = name.endsWith("TIMEOUT") || name.endsWith("SECONDS") ? " of seconds" : "";
            throw new RoleException(name + ": '" + value + "' is not a number" + what);
        }
        return Long.parseLong(value);
    }
}
