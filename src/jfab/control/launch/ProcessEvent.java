package jfab.control.launch;

import java.time.Instant;
import jfab.control.connection.host.Host;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a process of a job, as its supervisor wrote it down, or to a GPU of its host, as the kernel did.
 *
 * @param time by the clock of this machine, as far as that of the host is known
 * @param name the process: {@code trainer-12}; or {@code gpu-3}
 */
public record ProcessEvent(Host host, Instant time, String name, What what) {
    /** Of what hosts say: no clock is that wrong, no page has room for it, and later times have no length in nanoseconds. */
    public static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

    /** What happened. */
    public sealed interface What {}

    /** It began as process {@code pid}. */
    public record Started(long pid) implements What {}

    /** It ended; {@code code} is 128 + signal number where a signal ended it. */
    public record Ended(int code) implements What {}

    /** It is about to begin again for the {@code times}-th time. */
    public record Restarting(int times) implements What {}

    /** It was told to end; {@code why} is {@code by kill}, {@code by its time limit}, {@code by the submitter}, {@code by the end of training}, {@code by the failure of NAME}. */
    public record Stopped(String why) implements What {}

    /** It failed, and the others of its job go on; {@code why} they do. */
    public record Survived(String why) implements What {}

    /** Its job was begun again by {@code jfab restart}, for the {@code times}-th time: what comes later is of another run. */
    public record Revived(int times) implements What {}

    /** The NVIDIA driver found error {@code number} of a GPU. */
    public record Xid(int number) implements What {
        String meaning() {
            return switch (number) {
                case 13 -> "a kernel of the program failed on it, mostly by memory that is not its own";
                case 31 -> "the program used memory of it that is not its own";
                case 43 -> "it stopped working for the program, after an error of that";
                case 45 -> "what ran on it was ended, after another error or from outside";
                case 48 -> "its memory lost two bits; it has to be reset, and replaced if that comes again";
                case 63 -> "a damaged row of its memory is replaced by a spare one at its next reset";
                case 64 -> "a damaged row of its memory could not be replaced; the GPU has to be";
                case 74 -> "its NVLink failed; look at its bridge or switch";
                case 79 -> "it has fallen off the bus; look at its power, heat and slot, and start the host again";
                case 94 -> "its memory failed, for this program alone; start that again";
                case 95 -> "its memory failed, for all programs on it; it has to be reset";
                case 119 -> "its own processor does not answer the driver; reset it, or start the host again";
                default -> "see NVIDIA's list of Xid errors";
            };
        }
    }

    /** Reads {@code 1795265482.208670812 trainer-0 exited 1}; null where it is something else, as on a full disk. */
    public static @Nullable ProcessEvent parse(Host host, String line) {
        String[] parts = line.split(" ", 4);
        if (parts.length < 4 || !parts[0].matches("\\d{1,12}\\.\\d{9}")) {
            return null;
        }
        @Nullable
        What what = switch (parts[2]) {
            case "started" -> new Started(number(parts[3]));
            case "exited" -> new Ended((int) number(parts[3]));
            case "restarting" -> new Restarting((int) number(parts[3]));
            case "stopped" -> new Stopped(parts[3]);
            case "survived" -> new Survived(parts[3]);
            case "revived" -> new Revived((int) number(parts[3]));
            case "xid" -> new Xid((int) number(parts[3]));
            default -> null;
        };
        Instant time = time(parts[0]);
        return what == null || time.isAfter(LATEST) ? null : new ProcessEvent(host, time, parts[1], what);
    }

    /** What happened, in words: {@code started 4711}, {@code exited 1}, {@code stopped by kill}. */
    public String text() {
        return switch (what) {
            case Started(long pid) -> "started " + pid;
            case Ended(int code) -> "exited " + code;
            case Restarting(int times) -> "restarting " + times;
            case Stopped(String why) -> "stopped " + why;
            case Survived(String why) -> "survived " + why;
            case Revived(int times) -> "restarted by hand, " + times;
            case Xid xid -> "Xid " + xid.number + ", " + xid.meaning();
        };
    }

    /** Whether it tells of an end that was not wished for. */
    public boolean bad() {
        return switch (what) {
            case Started started -> false;
            case Ended(int code) -> code != 0;
            case Restarting restarting -> true;
            case Stopped(String why) -> why.equals("by its time limit");
            case Survived survived -> false;
            case Revived revived -> false;
            case Xid xid -> true;
        };
    }

    /** Reads {@code 1795265482.208670812}. */
    static Instant time(String text) {
        int dot = text.indexOf('.');
        return Instant.ofEpochSecond(
                HostReport.number("clock", text.substring(0, dot), 0, Long.MAX_VALUE),
                HostReport.number("clock", text.substring(dot + 1), 0, Long.MAX_VALUE));
    }

    private static long number(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }
}
