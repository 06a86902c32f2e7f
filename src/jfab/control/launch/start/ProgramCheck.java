package jfab.control.launch.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import jfab.control.launch.LaunchException;
import jfab.script.ScriptCheck;
import jfab.script.ScriptCheck.Kind;
import jfab.script.ScriptFile;

/** What is found out about the training program of a job before anything is sent: that it is there, is Groovy, and can train in a job. */
record ProgramCheck(Payload payload, Consumer<String> notice) {
    /** Words that a job ends with, long after its engine was sent. */
    private static final Set<String> ALONE = Set.of("load_safetensors", "load_persistables");

    /**
     * Looks at the program {@code path} of the payload, unless only the hosts have it; what may be wrong in it is said, and refuses nothing.
     *
     * @param word what names it: {@code program} or {@code --config}
     */
    void of(String word, String path, Kind kind) {
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
        file.filter(text -> kind == Kind.VERSION1 && ScriptCheck.kindOf(text) == Kind.PROGRAM)
                .ifPresent(text -> notice.accept(word + " " + path + " is read as a " + kind.title()
                        + ", whose words it has none of; a " + Kind.PROGRAM.title()
                        + " is named in the cluster block: program '"
                        + path + "'"));
        file.filter(text -> path.endsWith(".groovy"))
                .ifPresent(text -> ScriptCheck.check(text, kind).forEach(problem -> notice.accept(problem.toString())));
        file.map(ScriptFile::parse)
                .ifPresent(words -> words.forEach((said, line) -> {
                    if (ALONE.contains(said)) {
                        throw LaunchException.usage(path + ":" + line + ": " + said
                                + " is for training alone: in a job the servers hold the values");
                    }
                }));
    }
}
