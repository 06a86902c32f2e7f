package jfab.training.ps;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Who has not been heard of for too long. Threads may hear while another one asks. */
final class HeartbeatMonitor<K> {
    private final long silence;
    private final Map<K, Long> heard = new ConcurrentHashMap<>();
    private long asked = System.nanoTime();

    HeartbeatMonitor(Duration silence) {
        this.silence = silence.toNanos();
    }

    /** From now on {@code one} has to be heard of. */
    void begin(K one) {
        heard.put(one, System.nanoTime());
    }

    void end(K one) {
        heard.remove(one);
    }

    /** {@code one} lives; nothing happens where it is not watched. */
    void heard(K one) {
        heard.computeIfPresent(one, (_, _) -> System.nanoTime());
    }

    /** Whether {@code one} may be gone: it has missed several chances to be heard. */
    boolean quiet(K one) {
        Long last = heard.get(one);
        return last != null && System.nanoTime() - last > silence / 2;
    }

    /** Those that have been silent for too long, each of them once; to be asked by one thread, several times per silence. */
    Set<K> silent() {
        long now = System.nanoTime();
        if (now - asked > silence / 2) {
            // This process itself was stopped, and could not hear.
            heard.replaceAll((_, _) -> now);
        }
        asked = now;
        Set<K> silent = heard.entrySet().stream()
                .filter(entry -> now - entry.getValue() > silence)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        heard.keySet().removeAll(silent);
        return silent;
    }
}
