package jfab.control.fabfile;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The words of the fabfile's {@code cluster} block: where {@code jfab cluster-train} starts jobs, and how. */
public interface ClusterWords extends TrainingWords {
    /**
     * The hosts, in the order of their numbers, written as the fabfile's own word {@code hosts} takes them; the first one keeps the models.
     * Without this word they are the fabfile's.
     */
    void hosts(Object... named);

    /**
     * The parent of the job directories on the hosts, relative to the home directory unless absolute; {@code work} unless said. Where
     * hosts share their files, {@code {host}} in it stands for the name of each; inside a Slurm allocation it is added at the end.
     * Where several accounts have jobs in it, it is root's, with the sticky bit.
     */
    @Override
    void rootDir(String directory);

    /** The network interface whose address processes are reached under, as {@code eth0}; unless said, the one towards the other hosts. */
    void nic(String name);

    /** The first port that is tried for a server; 7164 unless said. One that is taken is passed over. */
    @Override
    void port(int number);

    /**
     * How many ports in a row are kept for a server that runs a {@code command}; 1 unless said. A server of jfab's engine has one port for
     * everything, and the number is accepted for old configurations.
     */
    void portsNum(int count);

    /** How many more are kept for a server that runs a {@code command}; 0 unless said. Without meaning for jfab's engine, as {@code portsNum}. */
    void portsNumForSparse(int count);

    /** Directories that go before {@code LD_LIBRARY_PATH} of every process, as in {@code '/usr/local/cuda/lib64:/usr/lib64'}. */
    void ldLibraryPath(String directories);

    /** How many parameter servers a job has over all hosts; unless said, one on each, and none where only trainers have a {@code command}. */
    void pservers(int count);

    /**
     * Where parameter servers run and how many: {@code pservers 2} in all, {@code pservers each: 2} on every host, {@code pservers on: '@ps'} on
     * other hosts; unless said, one on each, and none where only trainers have a {@code command}.
     */
    void pservers(Map<String, ?> where);

    /** How many parameter servers there are, and where: {@code pservers 2, on: '@ps'}. */
    void pservers(Map<String, ?> where, int count);

    /** How many trainers a job has over all hosts; one on each unless said. */
    void trainers(int count);

    /**
     * Where trainers run and how many: {@code trainers on: '@gpu', each: 4}; and which GPUs of its host each sees, as its own numbers from
     * 0 on: {@code gpus: 1} is one for each, {@code gpus: 2} two, {@code gpus: 0.5} one for two trainers, {@code gpus: [2, 3]} these in turn,
     * {@code gpus: 'auto'} those with the most free memory when the job starts, {@code gpus: 0} none, {@code gpus: 'all'} all for everyone.
     *
     * <p>Unless said, it is one for each where {@code --use_gpu} is given, else all for everyone. {@code environment CUDA_VISIBLE_DEVICES: '0,1'} is given to all processes as it is, and then this is not looked at.
     */
    void trainers(Map<String, ?> where);

    /** How many trainers there are, and where: {@code trainers 4, on: '@gpu'}. */
    void trainers(Map<String, ?> where, int count);

    /** How many processes of each role every host has: {@code perHost pservers: 1, trainers: 2}. */
    void perHost(Map<String, Integer> counts);

    /**
     * What runs in place of jfab's training engine: {@code command role: 'trainer', ['python3', 'train.py']}. It finds its part in its
     * environment. When one of its processes fails and is not started again, those on the same host are ended.
     *
     * <p>Its trainers have {@code MASTER_ADDR}, {@code MASTER_PORT}, {@code RANK} and {@code WORLD_SIZE}, as torchrun sets them.
     */
    void command(Map<String, ?> role, List<?> argv);

    /** A training program in the workspace, in place of a configuration that {@code --config} names: {@code program 'mnist_conv.groovy'}. */
    @Override
    void program(String file);

    /**
     * How often a process of a role is started again at most when it fails: {@code restart trainer: 3}; never unless said.
     * What was trained before is lost with it unless {@code JFAB_CHECKPOINT_DIR} in the job's environment says where it is kept.
     *
     * <p>Trainers with a {@code command} of their own begin again together, as one attempt, and meet at another {@code MASTER_PORT};
     * {@code JFAB_ATTEMPT} is the number of the attempt, from 0.
     */
    void restart(Map<String, Integer> times);

    /**
     * What the host of trainer 0 runs when the job has ended, also where nobody follows it any more: {@code onEnd 'sh notify.sh'}, in the
     * workspace, with the environment of the job and {@code JFAB_JOB}, {@code JFAB_RESULT} ({@code ended}, {@code failed}, {@code killed}),
     * {@code JFAB_EXIT_CODE} and {@code JFAB_CAUSE}: the first process of that host that failed, with the last line of its log, or by what or
     * whom it was ended.
     *
     * <p>Once, when the last process there has ended, from the start of the trainers on; it may take five minutes and prints to
     * {@code log/on_end.log}. A host that goes down runs nothing.
     */
    void onEnd(String command);

    /** The same without a shell: {@code onEnd(['mail', '-s', 'it is over', 'me@example.org'])}. */
    void onEnd(List<?> argv);

    /**
     * How the log of a trainer tells its steps, for {@code jfab watch} and {@code jfab report}: {@code progress ~/step (\d+) loss (\S+)/}.
     * The first group is the step, the second the loss, a third the samples per second; or they are named, as in
     * {@code (?<loss>\S+) at (?<step>\d+)}, {@code samples}. Of very many steps some are shown, spread over all of them. A program that writes
     * {@code metrics.jsonl} does not need it.
     */
    void progress(Pattern line);

    /** After how many seconds a job is ended; as long as it takes, unless said. */
    void timeLimit(int seconds);

    /** After what time a job is ended: {@code timeLimit '36h'}, or a row of them such as {@code '1h30m'}. */
    void timeLimit(String time);
}
