package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jfab.PlainText;
import jfab.control.connection.host.Host;
import jfab.control.launch.LaunchException;
import jfab.control.launch.Member;
import jfab.control.launch.Node;
import jfab.control.launch.start.Placement.Place;
import jfab.role.Role;

/** Which GPUs of its host each trainer has: {@code trainers each: 4, gpus: 1}. */
public sealed interface Gpus {
    /** So many GPUs of a host a complaint names. */
    int MOST_NAMED = 16;

    /** Nobody has said it: one for each trainer with {@code --use_gpu}; else all see all, as programs that choose by LOCAL_RANK expect. */
    record Unsaid() implements Gpus {}

    /** All trainers see all. */
    record All() implements Gpus {}

    /** So many for each trainer; with less than 1, some share one. */
    record Each(double count) implements Gpus {}

    /** These, in turn. */
    record Listed(List<Integer> numbers) implements Gpus {
        public Listed {
            numbers = List.copyOf(numbers);
        }
    }

    /** One for each trainer, of those with the most free memory. */
    record Freest() implements Gpus {}

    /**
     * A GPU that a host has.
     *
     * @param name what {@code CUDA_VISIBLE_DEVICES} calls it
     */
    record Gpu(String name, long freeMb) {}

    /** What the trainers of {@code cluster} have with these flags; what the user's own variable or {@code --gpu_id} says, is left to it. */
    static Gpus of(ClusterSpec cluster, EngineFlags flags) {
        Gpus said = cluster.trainers().gpus();
        EngineFlags own = flags.of(Role.TRAINER);
        boolean ours = !cluster.commands().containsKey(Role.TRAINER);
        if (cluster.environment().containsKey(Member.VISIBLE_GPUS) || (ours && !own.on("use_gpu"))) {
            return new All();
        }
        if (!(said instanceof Unsaid)) {
            return said;
        }
        return own.on("use_gpu") && !own.has("gpu_id") ? new Each(1) : new All();
    }

    /** Whether a host with so many trainers is to say what it has. */
    default boolean asks(int trainers) {
        return switch (this) {
            case Unsaid(), All() -> false;
            case Each(double count) -> trainers > 0 && count > 0;
            case Listed _, Freest _ -> trainers > 0;
        };
    }

    /**
     * The value of {@link Member#VISIBLE_GPUS} for each process that has one, by name; a server's is empty where trainers have any.
     *
     * @param answers by host, what it has said
     * @throws LaunchException where a host has too few
     */
    default Map<String, String> over(Placement placement, Map<Host, String> answers) {
        Map<String, String> visible = new HashMap<>();
        List<String> refusals = new ArrayList<>();
        for (Host host : placement.trainers().stream().distinct().toList()) {
            List<Place> here = placement.places(Role.TRAINER).stream()
                    .filter(place -> place.host().equals(host))
                    .toList();
            try {
                List<String> each = visible(host, here.size(), found(host, answers.getOrDefault(host, "")));
                for (int i = 0; i < each.size(); i++) {
                    visible.put(here.get(i).name(), each.get(i));
                }
            } catch (LaunchException e) {
                refusals.add(e.getMessage());
            }
        }
        if (!refusals.isEmpty()) {
            int more = refusals.size() - 1;
            throw new LaunchException(refusals.getFirst() + (more == 0 ? "" : " (and " + more + " more like this)"));
        }
        if (!visible.isEmpty()) {
            placement.places(Role.PSERVER).forEach(place -> visible.put(place.name(), ""));
        }
        return visible;
    }

    /** Reads {@code gpus 0=81000 1=80000}; empty where the host cannot count them. */
    private static Optional<List<Gpu>> found(Host host, String answer) {
        return answer.lines()
                .filter(line -> line.equals("gpus") || line.startsWith("gpus "))
                .findFirst()
                .map(line -> Node.read(
                        host,
                        line,
                        all -> Stream.of(all.split(" ")).skip(1).map(Gpus::gpu).toList()));
    }

    private static Gpu gpu(String word) {
        if (!word.matches("(\\d{1,4}|(GPU|MIG)-[\\w/-]{1,100})=\\d{1,12}")) {
            throw new IllegalArgumentException(word);
        }
        String[] parts = word.split("=", 2);
        return new Gpu(parts[0], Long.parseLong(parts[1]));
    }

    private List<String> visible(Host host, int trainers, Optional<List<Gpu>> found) {
        return switch (this) {
            case Unsaid(), All() -> List.of();
            case Each(double count) -> {
                int sharing = count == 0 || count >= 1 ? 1 : (int) (1 / count);
                int one = (int) Math.ceil(count);
                List<String> names = names(host, trainers, (trainers + sharing - 1) / sharing * one, found);
                yield IntStream.range(0, trainers)
                        .mapToObj(i -> String.join(",", names.subList(i / sharing * one, (i / sharing + 1) * one)))
                        .toList();
            }
            case Listed(List<Integer> numbers) -> {
                List<String> known = found.map(
                                gpus -> gpus.stream().map(Gpu::name).toList())
                        .orElseGet(() -> numbers.stream().map(String::valueOf).toList());
                numbers.stream()
                        .filter(number -> !known.contains(number.toString()))
                        .findFirst()
                        .ifPresent(number -> {
                            throw new LaunchException(host + " has no GPU " + number + ", which gpus: " + numbers
                                    + " names; it has "
                                    + (known.isEmpty()
                                            ? "none"
                                            : String.join(", ", known.subList(0, Math.min(known.size(), MOST_NAMED)))));
                        });
                yield IntStream.range(0, trainers)
                        .mapToObj(i -> numbers.get(i % numbers.size()).toString())
                        .toList();
            }
            case Freest() -> {
                List<Gpu> free = found
                        .orElseThrow(() -> new LaunchException(host
                                + " has no nvidia-smi that tells which GPUs are free, as gpus: 'auto' needs; write their"
                                + " numbers, gpus: [0, 1]"))
                        .stream()
                        .sorted(Comparator.comparingLong(Gpu::freeMb).reversed())
                        .toList();
                yield names(host, trainers, trainers, Optional.of(free)).subList(0, trainers);
            }
        };
    }

    /** The first {@code needed} that there are; where nobody can tell, they are numbered from 0. */
    private static List<String> names(Host host, int trainers, int needed, Optional<List<Gpu>> found) {
        List<String> names = found.map(gpus -> gpus.stream().map(Gpu::name).toList())
                .orElseGet(() ->
                        IntStream.range(0, needed).mapToObj(String::valueOf).toList());
        if (names.size() < needed) {
            throw new LaunchException(host + " has " + PlainText.counted(names.size(), "GPU")
                    + " for this job, and its " + (trainers == 1 ? "trainer needs " : trainers + " trainers need ")
                    + needed + "; write fewer trainers, or as trainers gpus: 0.5 how many share one");
        }
        return names;
    }
}
