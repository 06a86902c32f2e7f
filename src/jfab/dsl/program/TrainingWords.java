package jfab.dsl.program;

import java.util.List;
import java.util.Map;
import jfab.data.Reader;
import jfab.data.Sample;
import jfab.engine.Device;
import jfab.program.Program;
import org.jspecify.annotations.Nullable;

/** All words of a training script: the network, its data, and running it. */
public interface TrainingWords extends LayerWords {
    /** {@code flag('passes', 1)}: the value after {@code --passes}, of the default's type; read flags before all else. */
    @Nullable
    Object flag(String name, @Nullable Object preset);

    /** Seed of all first values; 1 unless a script sets it before it asks for a startup program. */
    void random_seed(long seed);

    /** The digits in MNIST's {@code train-*} files in {@code folder}: 784 pixels from -1 to 1, and the label. */
    Reader<Sample> mnist_train(String folder);

    /** The digits in MNIST's {@code t10k-*} files. */
    Reader<Sample> mnist_test(String folder);

    /** The first four fifths of UCI's housing data: 13 normalized features, and the price. */
    Reader<Sample> uci_housing_train(String file);

    /** The last fifth of UCI's housing data. */
    Reader<Sample> uci_housing_test(String file);

    /** Mixes runs of {@code size} samples; the order of each pass follows from {@code seed}. */
    <T> Reader<T> shuffle(Reader<T> reader, int size, long seed);

    /** Groups of {@code size} samples; the last may be smaller. */
    Reader<List<Sample>> batch(Reader<Sample> reader, int size);

    /** This trainer's samples of each batch: those whose index is {@code trainer_id()} modulo {@code trainers()}. */
    Reader<List<Sample>> share(Reader<List<Sample>> batches);

    /** {@code DataFeeder(feed_list: [img, label])}: turns a batch into what {@code exe.run} is fed. */
    DataFeeder DataFeeder(Map<String, ?> arguments);

    /** Runs programs on {@code place}. */
    ScriptExecutor Executor(Device place);

    /** Cuts the program for a job with parameter servers; in a process that trains alone it changes nothing. */
    ScriptTranspiler DistributeTranspiler();

    /** {@code pserver}, {@code trainer} or {@code local}. */
    String training_role();

    /** This trainer's number, from 0; 0 when local. */
    int trainer_id();

    /** How many trainers the job has; 1 when local. */
    int trainers();

    /** Writes all persistable variables of {@code program} to {@code folder/model.safetensors}. */
    void save_persistables(ScriptExecutor executor, CharSequence folder, Program program);

    /** Reads what {@code save_persistables} wrote; for training alone. */
    void load_persistables(ScriptExecutor executor, CharSequence folder, Program program);

    /** Python's {@code pattern.format(values)}: {@code {0:04}}, {@code {1:2.2}}, {@code {2:.4f}}. */
    String format(String pattern, @Nullable Object... values);
}
