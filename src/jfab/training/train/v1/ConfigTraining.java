package jfab.training.train.v1;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfab.role.Role;
import jfab.role.RoleFlags;
import jfab.role.RoleSpec;
import jfab.training.engine.Device;
import jfab.training.program.Program;
import jfab.training.program.optimize.SampleSchedule;
import jfab.training.words.FlagException;
import jfab.training.words.TrainedNetwork;
import jfab.training.words.TrainingProcess;
import jfab.training.words.v1.ConfigScript;
import jfab.training.words.v1.TrainerConfig;

/**
 * The commands {@code paddle train} and {@code paddle pserver}: a configuration, and flags that say what is done with it.
 *
 * @param role from the flags, else from the environment
 */
public record ConfigTraining(ConfigFlags flags, RoleSpec role) {
    private static final List<String> COMMANDS = List.of("train", "pserver");

    /** Whether {@code arguments} are of this style: flags only, behind {@code train}, {@code pserver} or nothing. */
    public static boolean startedBy(List<String> arguments) {
        return arguments.getFirst().startsWith("--")
                || (COMMANDS.contains(arguments.getFirst())
                        && (arguments.size() == 1 || arguments.get(1).startsWith("--")));
    }

    public static ConfigTraining of(List<String> arguments, Map<String, String> environment) {
        boolean server = arguments.getFirst().equals("pserver");
        boolean command = COMMANDS.contains(arguments.getFirst());
        ConfigFlags flags = new ConfigFlags(arguments.subList(command ? 1 : 0, arguments.size()));
        RoleFlags roles = new RoleFlags(flags.given());
        boolean told = flags.given().containsKey("local") || flags.given().containsKey("pservers");
        RoleSpec role = server
                ? roles.server()
                : told ? roles.trainer() : RoleSpec.from(List.of(), environment).role();
        return new ConfigTraining(flags, role);
    }

    /** Reads the configuration and does the job of the flags. */
    public void run(TrainingProcess process) {
        flags.idle().ifPresent(process::print);
        String job = flags.choice("job", "train", "test", "time", "checkgrad");
        if (flags.on("use_gpu") && flags.number("trainer_count") > 1) {
            throw new FlagException(
                    "--trainer_count counts threads of the processor here; start a trainer for each GPU, with its --gpu_id");
        }
        TrainerConfig config = new ConfigScript(file(), flags.configArguments()).read(process, role.trainers());
        RateSchedule.check(config.main(), role);
        if (role.role() != Role.LOCAL && job.equals("train") && flags.number("start_pass") > 0) {
            startsAnew(config.main(), process);
        }
        Device place = flags.on("use_gpu") ? new Device.Cuda(flags.number("gpu_id")) : new Device.Cpu();
        TrainedNetwork network = new TrainedNetwork(
                config.main(), config.test(), flags.number("seed"), place, config.transpiler(), process);
        if (network.serves()) {
            network.start();
            network.serve();
            return;
        }
        process.print("trainer mode: Normal");
        process.print("Initing parameters..");
        new InitialParameters(flags, process, network).start();
        process.print("Init parameters done.");
        switch (job) {
            case "test" -> new TestJob(flags, process, config, network).run();
            case "time" -> new TimeJob(flags, process, config, network, place).run();
            case "checkgrad" -> new GradientCheck(flags, process, config, network).run();
            default -> new TrainJob(flags, process, config, network, place).run();
        }
    }

    private static void startsAnew(Program training, TrainingProcess process) {
        if (training.parameter(SampleSchedule.SAMPLES) != null) {
            throw InitialParameters.samplesUnknown();
        }
        if (training.parameters().stream().anyMatch(parameter -> !parameter.trainable())) {
            process.print(
                    "--start_pass: what the optimizer kept beside the parameters, as momentum, begins anew in a job");
        }
    }

    private Path file() {
        return Path.of(
                flags.optional("config")
                        .orElseThrow(
                                () -> new FlagException(
                                        role.role() == Role.PSERVER
                                                ? "--config is missing: a server needs the configuration that the trainers have"
                                                : "--config is missing: the file that configures the training, --config=trainer_config.groovy")));
    }
}
