package jfab.control.launch.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import jfab.control.launch.LaunchException;
import jfab.script.ScriptFile;

/** What is found out about the training program of a job before anything is sent: that it is there, and is Groovy. */
final class ProgramCheck {
    private ProgramCheck() {}

    /**
     * Looks at the program {@code path} of {@code payload}, unless only the hosts have it.
     *
     * @param word what names it: {@code program} or {@code --config}
     */
    static void of(String word, String path, Payload payload) {
        if (path.endsWith(".py")) {
            throw LaunchException.usage(
                    word + " " + path + " is Python, and jfab's engine reads Groovy: the words are the"
                            + " same, see docs/training.md. To run it with Python write command role: 'trainer',"
                            + " ['python3', '" + path + "'] in the cluster block");
        }
        if (path.startsWith("/")) {
            return;
        }
        Optional<Path> file = switch (payload) {
            case Payload.Folder(var folder) -> Optional.of(folder.resolve(path));
            case Payload.Files(var workspace) ->
                Optional.ofNullable(
                        workspace.files().get(Path.of(path).normalize().toString()));
            case Payload.Deployed deployed -> Optional.empty();
        };
        if (!(payload instanceof Payload.Deployed) && file.filter(Files::exists).isEmpty()) {
            throw LaunchException.usage(word + " " + path + ": there is no such file in what is sent to the hosts, "
                    + (payload instanceof Payload.Folder(var folder) ? "the folder " + folder : "the package"));
        }
        file.ifPresent(ScriptFile::parse);
    }
}
