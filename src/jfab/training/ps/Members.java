package jfab.training.ps;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/** The trainers of a job by rank: who has joined, who is still there, who is missing. */
final class Members {
    private final int trainers;
    private final Map<Integer, JoinedTrainer> members = new TreeMap<>();

    Members(int trainers) {
        this.trainers = trainers;
    }

    /** How many trainers the job has. */
    int size() {
        return trainers;
    }

    /** Those that have joined, by rank; also those that have left since. */
    Collection<JoinedTrainer> all() {
        return members.values();
    }

    List<JoinedTrainer> live() {
        return members.values().stream().filter(JoinedTrainer::live).toList();
    }

    boolean complete() {
        return members.size() == trainers;
    }

    @Nullable
    JoinedTrainer find(TrainerLink link) {
        return members.values().stream()
                .filter(member -> member.link() == link)
                .findFirst()
                .orElse(null);
    }

    /** Gives the caller a rank: the one that it asks for, or the first free one. */
    JoinedTrainer join(TrainerLink link, Join join) throws ProtocolException {
        if (join.trainers() != trainers) {
            throw new ProtocolException("trainer " + join.trainer() + " was told of " + join.trainers()
                    + " trainers, the parameter servers of " + trainers);
        }
        int rank = join.trainer() >= 0
                ? join.trainer()
                : missing()
                        .findFirst()
                        .orElseThrow(() -> new ProtocolException("all " + trainers + " trainers have joined"));
        JoinedTrainer present = members.get(rank);
        if (rank >= trainers || present != null) {
            throw new ProtocolException(
                    present == null
                            ? "trainer id " + rank + " does not fit " + trainers + " trainers"
                            : "trainer " + rank + " has already joined, from "
                                    + present.link().address());
        }
        JoinedTrainer member = new JoinedTrainer(rank, link);
        members.put(rank, member);
        return member;
    }

    /** Expects another process in {@code member}'s place. */
    void forget(JoinedTrainer member) {
        members.remove(member.rank());
        member.leave();
    }

    /** The trainer of that rank, if it has joined. */
    @Nullable
    JoinedTrainer of(int rank) {
        return members.get(rank);
    }

    /** Ranks that nobody has asked for yet. */
    IntStream missing() {
        return IntStream.range(0, trainers).filter(rank -> !members.containsKey(rank));
    }

    /** {@code trainer 1 of 2}, or {@code trainers 0, 3 of 4}. */
    String name(IntStream ranks) {
        List<String> list = ranks.mapToObj(Integer::toString).toList();
        return (list.size() == 1 ? "trainer " : "trainers ") + String.join(", ", list) + " of " + trainers;
    }

    /** The live trainers for which {@code condition} holds. */
    IntStream ranks(Predicate<JoinedTrainer> condition) {
        return live().stream().filter(condition).mapToInt(JoinedTrainer::rank);
    }

    /** The step of the slowest live trainer; 0 while not all have joined. */
    long slowestStep() {
        return complete() ? live().stream().mapToLong(JoinedTrainer::step).min().orElse(0) : 0;
    }

    /** {@code trainer 1 of 2 to finish step 3}: those that are behind all others. */
    String slowest() {
        long step = slowestStep();
        return name(ranks(member -> member.step() == step)) + " to finish step " + step;
    }

    /** A trainer with the host that it calls from. */
    String describe(JoinedTrainer member) {
        return name(IntStream.of(member.rank())) + " (" + member.link().address() + ")";
    }

    @Override
    public String toString() {
        return members.keySet().stream().map(rank -> "trainer " + rank).collect(Collectors.joining(", "));
    }
}
