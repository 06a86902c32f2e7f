package jfab.control.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What processes take up at some moments of a long run. */
final class ProcessLoads {
    /**
     * Of one process.
     *
     * @param memory kilobytes
     * @param threads of it
     * @param files its descriptors
     */
    private record Load(long memory, long threads, long files) {
        static Load of(long pid) throws IOException {
            long memory = 0;
            long threads = 0;
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                String[] words = line.split("\\s+", -1);
                memory = words[0].equals("VmRSS:") ? Long.parseLong(words[1]) : memory;
                threads = words[0].equals("Threads:") ? Long.parseLong(words[1]) : threads;
            }
            try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
                return new Load(memory, threads, files.count());
            }
        }

        boolean exceeds(Load earlier) {
            return memory > earlier.memory * 1.1 + 20_000
                    || threads > earlier.threads * 1.1 + 8
                    || files > earlier.files * 1.1 + 16;
        }

        @Override
        public String toString() {
            return memory / 1000 + " " + threads + " " + files;
        }
    }

    private static final List<String> MOMENTS = List.of("start", "third", "middle", "end");
    /** After that, a process has loaded and compiled what it works with. */
    private static final Duration SETTLED = Duration.ofMinutes(2);

    private static final double[] PARTS = {0.05, 1 / 3.0, 0.5, 0.9};

    private final Map<String, Map<String, Load>> loads = new TreeMap<>();
    private int measured;

    /** Whether a moment has come that was not measured. */
    boolean due(double part) {
        return measured < PARTS.length && part >= PARTS[measured];
    }

    /**
     * Looks at the processes, each with those that it has started; of these the one counts that takes up most. One that a fault has just
     * ended begins again with less than it needs: what its place took up before counts as well.
     */
    void measure(Map<String, ProcessHandle> processes) {
        String moment = MOMENTS.get(measured++);
        processes.forEach((name, process) -> {
            Load most = new Load(0, 0, 0);
            boolean young = false;
            for (ProcessHandle each :
                    Stream.concat(Stream.of(process), process.descendants()).toList()) {
                try {
                    Load load = Load.of(each.pid());
                    if (load.memory > most.memory) {
                        most = load;
                        young = each.info()
                                .startInstant()
                                .filter(Instant.now().minus(SETTLED)::isBefore)
                                .isPresent();
                    }
                } catch (IOException e) {
                    // It has ended meanwhile.
                }
            }
            Map<String, Load> own = loads.computeIfAbsent(name, _ -> new TreeMap<>());
            Load before = measured > 1 ? own.get(MOMENTS.get(measured - 2)) : null;
            own.put(moment, young && before != null && before.memory > most.memory ? before : most);
        });
    }

    void print() {
        System.out.printf("%n%-22s %28s%n%-22s", "", "MB, threads, descriptors", "process");
        MOMENTS.forEach(moment -> System.out.printf(" %16s", moment));
        System.out.println();
        loads.forEach((name, at) -> {
            System.out.printf("%-22s", name);
            MOMENTS.forEach(moment -> System.out.printf(
                    " %16s", at.containsKey(moment) ? at.get(moment).toString() : "-"));
            System.out.println();
        });
    }

    /** Those that have grown between the first third and the end, a sentence each. */
    List<String> grown() {
        List<String> grown = new ArrayList<>();
        loads.forEach((name, at) -> {
            Load third = at.get("third");
            Load end = at.get("end");
            if (third != null && end != null && end.exceeds(third)) {
                grown.add(name + " takes up more at the end than after a third (MB, threads, descriptors): " + third
                        + ", then " + end);
            }
        });
        return grown;
    }
}
