package jfab.control.launch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfab.control.launch.ProcessEvent.Ended;
import jfab.control.launch.ProcessEvent.Restarting;
import jfab.control.launch.ProcessEvent.Started;
import jfab.control.launch.ProcessEvent.Stopped;
import org.jspecify.annotations.Nullable;

/**
 * One end of a process, which may have begun again after it.
 *
 * @param stopped why it was told to end; empty where nobody did
 * @param again how often it has begun again after that, in vain where it has ended since
 */
record Death(Instant time, int code, String stopped, int again) {
    /** A life of that length was none in vain: what ended it is another matter. */
    static final Duration STEADY = Duration.ofSeconds(60);

    static final String WITH_OTHERS = "by the failure of ";
    static final String TIME_LIMIT = "by its time limit";
    static final String AT_END = "by the end ";

    /** The ends of a process since it last ran for a while, the oldest first. */
    static List<Death> of(ProcessStatus status) {
        List<Death> deaths = new ArrayList<>();
        @Nullable Instant began = null;
        String stopped = "";
        boolean again = false;
        for (ProcessEvent event : status.events()) {
            switch (event.what()) {
                case Restarting restarting -> again = true;
                case Started started -> {
                    if (!again) {
                        deaths.clear();
                    }
                    began = event.time();
                    stopped = "";
                    again = false;
                }
                case Stopped(String why) -> stopped = why;
                case ProcessEvent.Survived survived -> {}
                case ProcessEvent.Xid xid -> {}
                case ProcessEvent.Revived revived -> {}
                case Ended(int code) -> {
                    if (began != null && Duration.between(began, event.time()).compareTo(STEADY) >= 0) {
                        deaths.clear();
                    }
                    deaths.add(new Death(event.time(), code, stopped, 0));
                }
            }
        }
        // It may live once more.
        Optional<Instant> begun = begun(status);
        int lives = !deaths.isEmpty()
                        && begun.filter(deaths.getLast().time::isBefore).isPresent()
                ? deaths.size() + 1
                : deaths.size();
        for (int i = 0; i < deaths.size(); i++) {
            Death death = deaths.get(i);
            deaths.set(i, new Death(death.time, death.code, death.stopped, lives - 1 - i));
        }
        return deaths;
    }

    /** When its last life began. */
    static Optional<Instant> begun(ProcessStatus status) {
        return status.events().reversed().stream()
                .filter(event -> event.what() instanceof Started)
                .map(ProcessEvent::time)
                .findFirst();
    }

    /** When it ended last. */
    static Optional<Instant> last(ProcessStatus status) {
        return status.events().reversed().stream()
                .filter(event -> event.what() instanceof Ended)
                .map(ProcessEvent::time)
                .findFirst();
    }

    /** Whether it was told to end because another one of its job had failed. */
    boolean withOthers() {
        return stopped.startsWith(WITH_OTHERS);
    }

    /** Whether it failed by itself, or took too long. */
    boolean own() {
        return stopped.equals(TIME_LIMIT) || (code != 0 && stopped.isEmpty());
    }
}
