package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import jfab.training.engine.Device;
import jfab.training.engine.EngineException;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.ParameterExchange;
import jfab.training.engine.Peers;
import jfab.training.engine.Scope;
import jfab.training.engine.TrainerGroup;
import jfab.training.engine.torch.SimulatedGpu;
import jfab.training.engine.torch.Torch;
import jfab.training.program.Program;
import jfab.training.program.Shape;
import jfab.training.program.transpile.DistributedPrograms;
import jfab.training.program.transpile.PeerPass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loss of one trainer of two is no number: it is told so, and what it shares with the other learns nothing from that step. */
class NotANumberIT {
    private static final int STEPS = 6;
    private static final int BAD = 3;
    private static final Net NET = Net.fitALine(0.01);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void serversLearnNothingFromIt(boolean device) throws Exception {
        try (LoopbackJob job = new LoopbackJob(NET, 2, 2).startServers()) {
            List<Future<HostTensor>> trainers = IntStream.range(0, 2)
                    .mapToObj(rank -> job.start(() -> {
                        try (ParameterClient client = job.joined(rank)) {
                            DistributedPrograms programs = job.programs(job.trainer(rank));
                            return train(
                                    device ? SimulatedGpu.open(client, null) : Torch.open(new Device.Cpu(), client),
                                    programs.trainerStartup(),
                                    programs.trainer(),
                                    rank,
                                    () -> {});
                        }
                    }))
                    .toList();
            check(trainers);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void trainersWithoutServersLearnNothingFromIt(boolean device) throws Exception {
        int port = Ports.free(1).getFirst().port();
        ParameterExchange none = ParameterExchange.none();
        try (LoopbackJob threads = new LoopbackJob(NET, 0, 1)) {
            List<Future<HostTensor>> trainers = IntStream.range(0, 2)
                    .mapToObj(rank -> threads.start(() -> {
                        Peers peers = new Peers(rank, 2, "127.0.0.1", port, LIMIT, LIMIT, LIMIT);
                        try (TrainerGroup group = Torch.group(peers, _ -> {}, _ -> {})) {
                            return train(
                                    device ? SimulatedGpu.open(none, group) : Torch.open(new Device.Cpu(), none, group),
                                    new PeerPass().startup(NET.program(), 7),
                                    new PeerPass().apply(NET.program()),
                                    rank,
                                    () -> group.agree(Optional.empty()));
                        }
                    }))
                    .toList();
            check(trainers);
        }
    }

    private static void check(List<Future<HostTensor>> trainers) throws Exception {
        // It leaves, and the other one goes on alone.
        double[] values = LoopbackJob.get(trainers.getFirst()).values();
        assertTrue(Arrays.stream(values).allMatch(Double::isFinite), Arrays.toString(values));
        EngineException e = assertThrows(EngineException.class, () -> LoopbackJob.get(trainers.get(1)));
        String sentence = e.getMessage().replace(" or infinite", "").replaceFirst(" of this process.*", "");
        assertEquals("the loss '" + NET.loss() + "' is NaN in training step " + BAD, sentence, e.getMessage());
    }

    /** The parameters after {@link #STEPS}; trainer 1 is fed one bad number in step {@link #BAD}. */
    private static HostTensor train(Executor executor, Program startup, Program program, int rank, Runnable started) {
        List<Map<String, HostTensor>> batches = NET.batches(STEPS, 4, rank);
        List<HostTensor> fetched = List.of();
        try (Scope scope = executor.newScope()) {
            executor.run(startup, Map.of(), List.of(), scope);
            started.run();
            for (int step = 1; step <= STEPS; step++) {
                Map<String, HostTensor> batch = new HashMap<>(batches.get(step - 1));
                if (rank == 1 && step == BAD) {
                    batch.put("y", HostTensor.of(Shape.of(4, 1), new float[] {0, Float.NaN, 0, 0}));
                }
                fetched = executor.run(program, batch, List.of("fc_0.w_0"), scope);
            }
        }
        return fetched.getFirst();
    }
}
