package jfab.training.words;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfab.role.RoleSpec;
import jfab.training.data.files.FileRows;
import jfab.training.engine.Device;
import jfab.training.engine.Executor;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Scope;
import jfab.training.engine.StepListener;
import jfab.training.engine.Tensor;
import jfab.training.engine.TrainerAgreement;
import jfab.training.program.InferenceModel;
import jfab.training.program.Program;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/** The process that a training script runs in: what its words reach for beyond the program itself. */
public interface TrainingProcess {
    /** The part of this process in its job. */
    RoleSpec role();

    /** An executor on {@code device}, whose network operators reach the other processes of the job. */
    Executor open(Device device);

    /** The one scope of this process, on the device of {@code executor}. */
    Scope scope(Executor executor);

    /** Another scope on the device of {@code executor}, which this process closes at its end. */
    Scope newScope(Executor executor);

    /** Called before each step of {@code program}; throws where the process was asked to end. */
    void beginStep(Program program, Scope scope);

    /**
     * Called after each step that {@link #beginStep} began.
     *
     * @param fetch names of the variables whose {@code values} the step gave
     */
    void endStep(Program program, Map<String, ? extends Tensor> feed, List<String> fetch, List<HostTensor> values);

    /** Who is to be told where the time of a step goes. */
    StepListener listener();

    /** Told of the whole program before it is cut for a job. */
    default void describe(Program program) {}

    /**
     * What a run gave back when it was made before the checkpoint that this process goes on from; null if it is to be made now.
     *
     * @param fetch names of the variables that the run gives back
     */
    default @Nullable List<HostTensor> replay(Program program, Scope scope, List<String> fetch) {
        return null;
    }

    /** Called before each run that is made, with what it is fed. */
    default void feeds(Program program, Map<String, ? extends Tensor> feed) {}

    /** Called after {@link #endStep} of each run that was made. */
    default void ran(Program program, Scope scope, List<HostTensor> fetched) {}

    /**
     * Keeps checkpoints in {@code folder} until the script has come to its end, and goes on from the newest one there; to be called
     * before anything is run, in all processes of a job alike. What the environment says of checkpoints counts more.
     *
     * @param steps after how many steps there is one; 0 if only {@link #checkpoint} asks for them
     * @param keep how many complete ones stay
     */
    default void checkpoints(Path folder, long steps, int keep) {}

    /** Asks for a checkpoint after the training step that comes next. */
    default void checkpoint() {}

    /** Writes all persistable variables of {@code program} into {@code folder}, all of them or nothing. */
    void save(Path folder, Program program, Scope scope);

    /** Reads what {@link #save} wrote. */
    void load(Path folder, Program program, Scope scope);

    /** Whether all trainers of the job have the same {@code text}, and the largest {@code number}; waits for all of them. */
    default TrainerAgreement compare(String text, long number) {
        return new TrainerAgreement(true, number);
    }

    /** Told of each set of files that the script reads; a model that is saved keeps with it how its samples are read. */
    default void reads(FileRows rows) {}

    /**
     * Gives {@code variables} the values that a safetensors file of others has under {@code names} of theirs, by ours, or else under
     * the same names.
     *
     * @param place the file, or a folder with one
     * @return those that are not in the file
     */
    List<Variable> loadForeign(Path place, Map<String, String> names, List<Variable> variables, Scope scope);

    /** Writes {@code model} with the values of its parameters into {@code folder}. */
    void saveModel(Path folder, InferenceModel model, Scope scope);

    /** Reads what {@link #saveModel} wrote, and the values into {@code scope}. */
    InferenceModel loadModel(Path folder, Scope scope);

    /** Shows a dot for what goes on; the next line begins below the dots. */
    void dot();

    /** The names of the variables that {@link #save} wrote into {@code folder}. */
    Set<String> saved(Path folder);

    /** Shows one line to the user at once. */
    void print(String line);
}
