package jfab.training.engine.torch.group;

import java.util.List;
import java.util.stream.IntStream;
import jfab.training.engine.Peers;

/**
 * What adds up the gradients of the trainers of a job, and why.
 *
 * @param direct whether it takes them where they are, in the memory of GPUs; else they go through the host's
 * @param why a sentence; empty where no trainer has a GPU, and so nothing was to be chosen
 */
record SumBackend(boolean direct, String why) {
    private static final String THROUGH_THE_HOST = "gradients are added up by Gloo, by way of the host's memory: ";

    /**
     * What fits the GPUs that the trainers have.
     *
     * @param devices of each trainer what tells its GPU from all others; empty where it computes on processors
     */
    static SumBackend of(Peers peers, List<String> devices) {
        if (devices.stream().allMatch(String::isEmpty)) {
            return new SumBackend(false, "");
        }
        for (String device : devices) {
            int[] sharing = IntStream.range(0, devices.size())
                    .filter(rank -> devices.get(rank).equals(device))
                    .toArray();
            if (device.isEmpty()) {
                return new SumBackend(
                        false,
                        THROUGH_THE_HOST + peers.name(IntStream.of(sharing))
                                + (sharing.length == 1 ? " computes" : " compute") + " on processors");
            }
            if (sharing.length > 1) {
                return new SumBackend(false, THROUGH_THE_HOST + peers.name(IntStream.of(sharing)) + " share a GPU");
            }
        }
        return new SumBackend(true, "gradients are added up by NCCL: each trainer has a GPU of its own");
    }

    /** What is left where NCCL cannot be used. */
    static SumBackend without(String reason) {
        return new SumBackend(false, THROUGH_THE_HOST + "NCCL cannot be used: " + reason);
    }
}
