package jfab.control.launch.start;

import java.nio.file.Path;
import jfab.control.bundle.Workspace;

/** What the processes of a job work on. */
public sealed interface Payload {
    /** A local folder that is sent to every host. */
    record Folder(Path folder) implements Payload {}

    /** A directory that every host has already. */
    record Deployed(String directory) implements Payload {}

    /** Single files, under their paths in the job's directory. */
    record Files(Workspace workspace) implements Payload {}
}
