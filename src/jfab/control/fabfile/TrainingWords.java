package jfab.control.fabfile;

import java.util.Map;

/**
 * The words of the fabfile's {@code training} block: what the jobs have in common that its tasks start with {@code training.start}, a
 * parameter server and a trainer on each host. The tasks about jobs come with it.
 */
public interface TrainingWords {
    /** The training program, a Groovy file, relative to the file that this stands in. */
    void program(String file);

    /** The port that the parameter server of every host listens on; 6173 unless said. */
    void port(int port);

    /** The parent of the job directories on the hosts, relative to the home directory unless absolute; {@code work} unless said. */
    void rootDir(String directory);

    /**
     * Environment variables for every process of a job, as in {@code environment OMP_NUM_THREADS: 4}.
     *
     * <p>One that is a {@code secret(...)} is asked for when a job starts, and by no other command. On the hosts it stands in the
     * process's own {@code .jfab/NAME.run}, which only the user can read, and in no record, description or report.
     */
    void environment(Map<String, ?> variables);

    /**
     * Whether all that jfab's engine sends between the processes of a job is encrypted, with a key that is made for each job: {@code encrypt
     * true}. Trainers without servers cannot be.
     */
    void encrypt(boolean wanted);

    /** How many seconds a parameter server may take until it listens; 60 unless said. */
    void startLimit(int seconds);

    /** How many seconds a process may take to end after SIGTERM, before it is killed; 3 unless said. */
    void grace(int seconds);
}
