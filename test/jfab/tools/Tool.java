package jfab.tools;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What some tests need and not every machine has; README lists what all of them have. */
public enum Tool {
    /** ssh alone, as an oracle. */
    SSH("ssh"),
    /** A server of one's own, and what logs in to it. */
    SSHD("sshd ssh ssh-keygen ssh-agent ssh-add"),
    /** Such a server that gives terminals: it wants them to belong to the group tty, which only root can see to itself. */
    TERMINALS {
        @Override
        Optional<String> missing() {
            return SSHD.missing()
                    .or(() -> root()
                            ? Optional.empty()
                            : unless(
                                    "root, or a /dev/pts whose terminals belong to the group tty",
                                    "script -qec 'stat -c %G $(tty)' /dev/null | grep -q '^tty'"));
        }
    },
    /** The real one, for a user whom it asks nothing. */
    SUDO("sudo") {
        @Override
        Optional<String> missing() {
            return super.missing().or(() -> unless("sudo that asks for nothing", "sudo -n true"));
        }
    },
    ROOT {
        @Override
        Optional<String> missing() {
            return root() ? Optional.empty() : Optional.of("root");
        }
    },
    /** Network namespaces, to make hosts in; in many a container not even root may. */
    NETWORK_NAMESPACES("ip nsenter unshare") {
        @Override
        Optional<String> missing() {
            return super.missing()
                    .or(() -> unless("root who may make network namespaces", "unshare --mount --net true"));
        }
    },
    /** File systems that a test mounts. */
    MOUNT("mount umount unshare") {
        @Override
        Optional<String> missing() {
            return super.missing().or(() -> unless("root who may mount", "unshare --mount true"));
        }
    },
    ACCESS_LISTS("setfacl"),
    BUSYBOX("busybox"),
    /** With which the build makes the program that hands commands to waiting processes. */
    CC("cc"),
    CHROMIUM("chromium"),
    CLUSTERSHELL("cluset"),
    FISH("fish"),
    PYTHON("python3"),
    SLURM("slurmctld slurmd salloc srun"),
    TCSH("tcsh"),
    TMUX("tmux"),
    ZSH("zsh");

    private final String programs;

    Tool() {
        this("");
    }

    Tool(String programs) {
        this.programs = programs;
    }

    /** What of it is not here. */
    Optional<String> missing() {
        return Stream.of(programs.split(" "))
                .filter(name -> !name.isEmpty() && find(name).isEmpty())
                .findFirst();
    }

    /** Where the program of that name is; sshd wants to be started by its whole path. */
    public static Path program(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("there is no " + name + " on the PATH"));
    }

    /** On the PATH, or in the folder for root's programs beside one that is on it, which ordinary users' lacks. */
    private static Optional<Path> find(String name) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(Path::of)
                .flatMap(folder -> Stream.of(folder, folder.resolveSibling("sbin")))
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean root() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** {@code what}, unless a line of shell succeeds that shows that it is here. */
    private static Optional<String> unless(String what, String line) {
        return succeeds(line) ? Optional.empty() : Optional.of(what);
    }

    private static boolean succeeds(String line) {
        try {
            Process process = new ProcessBuilder("sh", "-c", line)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = process.waitFor(20, TimeUnit.SECONDS);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
