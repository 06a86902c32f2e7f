package jfab.control.connection.transfer;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import jfab.control.connection.broadcast.HostLine;
import jfab.control.connection.command.CommandException;
import jfab.control.connection.command.HostScript;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.Sudo;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.files.Upload;

/**
 * Copying with root's rights, by way of a directory on the host that only the user may look into: what the line carries
 * is carried as the user, and what root does is done on the host.
 */
record Elevated(HostSide host, Sudo sudo) {
    /** In the user's home; where that is on a server which root has no rights at, where the session has its own files. */
    private static final String STAGE = HostScript.PRIVATE + """
            umask 077
            private tmp
            find "$private" -mindepth 1 -maxdepth 1 -mtime +1 -exec rm -rf {} + 2>/dev/null
            case $(stat -f -c %T "$private" 2>/dev/null) in nfs*) [ ! -O "${XDG_RUNTIME_DIR:-}" ] || private=$XDG_RUNTIME_DIR ;; esac
            d=$(mktemp -d "$private/jfab-XXXXXX") && mkdir -m 755 "$d/t" && printf %s "$d"
            """;

    /** Work with a private directory that has an empty directory {@code t} in it. */
    @FunctionalInterface
    private interface Work {
        Copied in(String directory) throws IOException;
    }

    Copied put(Upload upload, HostLine line) throws IOException {
        TransferOptions options = upload.options();
        Upload.Source first = upload.sources().getFirst();
        String path = RemotePath.fromHome(upload.remote());
        boolean single = Sending.isFile(upload);
        boolean nameless = single && first.name().isEmpty();
        String name = !single ? "" : nameless ? RemotePath.name(path) : first.name();
        List<Upload.Source> sources = nameless ? List.of(new Upload.Source(first.path(), name)) : upload.sources();
        return staged(directory -> {
            Copied copied = new Sending(host, line)
                    .run(new Upload(sources, directory + "/t/", options.withoutSudo(), upload.broadcasts()));
            asRoot(Receive.from(directory + "/t")
                    .named(name, nameless)
                    .into(path, options.mkdirs(), options.owner().isEmpty() ? "0:0" : options.owner())
                    .argv());
            return copied;
        });
    }

    Copied get(Download download, Placeholders names) throws IOException {
        String path = RemotePath.fromHome(download.remote());
        return staged(directory -> {
            asRoot(HostScript.argv(
                    TransferScript.TAKE,
                    List.of(
                            RemotePath.plain(path),
                            directory + "/t",
                            host.shell().ask("printf %s \"$(id -u):$(id -g)\""))));
            // As it was asked for, whatever the host says that it has copied.
            String taken = RemotePath.ofContent(RemotePath.bare(path)) ? "" : RemotePath.name(path);
            String source = directory + "/t/" + taken + (path.endsWith("/") ? "/" : "");
            return new Fetching(host).run(download.from(source), names);
        });
    }

    private void asRoot(List<String> argv) throws IOException {
        try {
            host.watched(() -> sudo.run(argv));
        } catch (CommandException e) {
            String said = TransferScript.said(e.result());
            throw new IOException(said.isEmpty() ? e.getMessage() : TransferScript.reason(said), e);
        }
    }

    private Copied staged(Work work) throws IOException {
        host.needShell("sudo");
        String directory = host.shell().ask(STAGE);
        try {
            return work.in(Objects.requireNonNull(directory));
        } finally {
            host.shell().ask("rm -rf \"$1\"", directory);
        }
    }
}
