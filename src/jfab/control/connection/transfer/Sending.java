package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import jfab.PlainText;
import jfab.control.bundle.TreeItem;
import jfab.control.bundle.TreeStream;
import jfab.control.connection.broadcast.Broadcasts;
import jfab.control.connection.broadcast.HostLine;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Result;
import jfab.control.connection.files.Sudo;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.files.Upload;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.CountingStream;
import jfab.control.connection.host.LocalFiles;
import jfab.control.connection.transfer.HostSide.Tools;
import jfab.control.connection.transfer.RemoteFiles.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The copying of files to a host: one file by itself, several as one archive that the host unpacks beside the destination
 * and then moves there file by file, or, where the host has no tar, one after another.
 */
public record Sending(HostSide host, HostLine line) {
    public Copied run(Upload upload) throws IOException {
        Sudo sudo = upload.options().sudo();
        if (sudo != null) {
            return new Elevated(host, sudo).put(upload, line);
        }
        String path = RemotePath.fromHome(upload.remote());
        LocalTree tree = LocalTree.of(upload);
        if (tree.others() > 0) {
            host.notice(upload.described() + ": left out " + tree.others() + " devices, sockets or pipes");
        }
        if (isFile(upload)) {
            return tree.items().isEmpty() ? new Copied(upload.described(), 0, 0, 0) : sendFile(upload, tree, path);
        }
        TransferOptions options = upload.options();
        LocalTree changed = options.sync() ? new Comparison(host, options).changed(tree, path) : tree;
        if (options.sync() && upload.broadcasts() == null && host.has(Tools.TAR)) {
            Rest rest = Rest.of(host, options, tree, changed, path);
            try {
                return sendTree(
                        upload, tree, changed, rest, archive(upload, path, "").from(rest), path);
            } catch (IOException e) {
                if (!Rest.isGone(e)) {
                    throw e;
                }
            }
        }
        return sendTree(upload, tree, changed, Rest.NONE, archive(upload, path, ""), path);
    }

    private Copied sendTree(Upload upload, LocalTree tree, LocalTree changed, Rest rest, Receive receive, String path)
            throws IOException {
        if (!rest.files().isEmpty()) {
            int before = rest.files().size();
            host.notice(upload.described() + ": goes on from " + PlainText.counted(before, "file")
                    + " that arrived before");
        }
        return send(upload, tree, changed, rest, path, (whole, progress) -> {
            if (host.has(Tools.TAR)) {
                receive(upload, whole.items(), receive, progress);
            } else {
                oneByOne(upload, whole, path, progress);
            }
        });
    }

    /** A way for what is sent whole. */
    @FunctionalInterface
    private interface Way {
        void send(LocalTree whole, TransferProgress progress) throws IOException;
    }

    /**
     * Sends {@code changed}, which the host is to have in {@code directory}, but for what it has of {@code arrived}; a new version is put in
     * place when all the others are there.
     */
    private Copied send(Upload upload, LocalTree tree, LocalTree changed, Rest arrived, String directory, Way way)
            throws IOException {
        TransferOptions options = upload.options();
        LocalTree missing = changed.without(Set.copyOf(arrived.files()));
        TransferProgress progress = host.progress(upload.described(), missing.bytes());
        Delta delta = new Delta(host, directory, progress);
        if (options.sync() && options.owner().isEmpty() && upload.broadcasts() == null) {
            delta.compare(missing, host.progress("comparing " + upload.described(), missing.bytes()));
        }
        try {
            LocalTree whole = delta.make(missing, options.preserve());
            if (!whole.items().isEmpty() || !arrived.files().isEmpty()) {
                way.send(whole, progress);
            }
            delta.place();
            return new Copied(
                    upload.described(), changed.files(), whole.bytes() + delta.sent(), tree.files() - changed.files());
        } catch (IOException | RuntimeException e) {
            delta.discard(e);
            throw e;
        }
    }

    /** Whether one file is sent, which may get another name. */
    static boolean isFile(Upload upload) {
        Upload.Source first = upload.sources().getFirst();
        return upload.sources().size() == 1
                && Files.isRegularFile(first.path())
                && !first.name().contains("/");
    }

    /** Whether it is sure to need the host's server of files: what goes as an archive does without. */
    public static boolean needsFiles(Upload upload) {
        return isFile(upload) && upload.options().sudo() == null;
    }

    /** Whether it is sure to need the host's shell. */
    public static boolean needsShell(Upload upload) {
        TransferOptions options = upload.options();
        return !needsFiles(upload)
                || options.sync()
                || options.mkdirs()
                || options.verify()
                || !options.owner().isEmpty();
    }

    private Copied sendFile(Upload upload, LocalTree tree, String path) throws IOException {
        TransferOptions options = upload.options();
        TreeItem.File file = (TreeItem.File) tree.items().getFirst();
        Entry there = host.files().find(path);
        boolean inside = (there != null && there.directory()) || path.endsWith("/");
        if (inside && file.name().isEmpty()) {
            throw new IOException("is a directory; name the file that is to be in it");
        }
        String directory = inside ? path : RemotePath.parent(path);
        String name = inside ? file.name() : RemotePath.name(path);
        LocalTree named = new LocalTree(List.of(file.named(name)));
        LocalTree changed = options.sync() ? new Comparison(host, options).changed(named, directory) : named;
        return send(upload, tree, changed, Rest.NONE, directory, (whole, progress) -> {
            boolean passedOn = upload.broadcasts() != null && host.has(Tools.TAR);
            if (options.mkdirs() || options.verify() || !options.owner().isEmpty() || passedOn) {
                host.needShell("mkdirs, verify or owner");
                receive(upload, whole.items(), archive(upload, path, name), progress);
                return;
            }
            if (inside && there == null) {
                throw new IOException("there is no such directory");
            }
            FileCopy copy = new FileCopy(host.files(), progress);
            boolean resumed = options.sync() && Delta.isLarge(file);
            if (inside) {
                copy.put(file, RemotePath.join(path, name), options.preserve(), resumed);
            } else if (there != null && there.kind() == RemoteFiles.Kind.OTHER) {
                throw new IOException(LocalFiles.DEVICE);
            } else {
                copy.replace(file, path, options.preserve(), resumed && there == null);
            }
        });
    }

    private static Receive archive(Upload upload, String path, String name) {
        TransferOptions options = upload.options();
        return Receive.archive(options.verify()).named(name, false).into(path, options.mkdirs(), options.owner());
    }

    private void receive(Upload upload, List<TreeItem> items, Receive receive, TransferProgress progress)
            throws IOException {
        TransferOptions options = upload.options();
        List<TreeItem> archived = new ArrayList<>();
        for (TreeItem item : items) {
            archived.add(item.named(item.name().isEmpty() ? "t" : "t/" + item.name()));
        }
        if (upload.broadcasts() != null) {
            passOn(upload, upload.broadcasts(), archived, receive, progress);
            return;
        }
        AtomicLong sent = new AtomicLong();
        try (TreeStream archive = new TreeStream(archived, options.verify(), progress::grown)) {
            host.shell()
                    .run(
                            TransferScript.RECEIVE,
                            receive.arguments(),
                            progress.of(new CountingStream(archive, sent::addAndGet)),
                            OutputStream.nullOutputStream());
        } catch (Shell.ExitException e) {
            throw new IOException(TransferScript.reason(String.valueOf(e.getMessage())), e);
        } catch (InterruptedIOException e) {
            if (receive.keep() && sent.get() > 0) {
                e.addSuppressed(new IOException(FileCopy.STAYS));
            }
            throw e;
        }
    }

    private void passOn(
            Upload upload, Broadcasts broadcasts, List<TreeItem> archived, Receive receive, TransferProgress progress)
            throws IOException {
        TransferOptions options = upload.options();
        // The time of arrival is the same on all.
        List<TreeItem> items = options.preserve()
                ? archived
                : archived.stream().map(item -> item.at(broadcasts.begun())).toList();
        TreeContent content = new TreeContent(upload.described(), items, options.verify(), progress::grown);
        Result taken;
        try {
            taken = host.watched(() -> broadcasts
                    .of(content)
                    .bring(line, Command.of(receive.argv()).hide(), progress::reach));
        } catch (ConnectionException e) {
            throw e.getCause() instanceof IOException unread ? unread : new IOException(e.getMessage(), e);
        }
        if (taken.exitStatus() != 0) {
            throw new IOException(TransferScript.reason(TransferScript.said(taken)));
        }
    }

    private void oneByOne(Upload upload, LocalTree tree, String path, TransferProgress progress) throws IOException {
        if (upload.options().verify() || !upload.options().owner().isEmpty()) {
            throw new IOException("verify or owner needs a shell with tar on the host, and it has none");
        }
        if (upload.options().mkdirs()) {
            makeAbove(path);
        }
        FileCopy copy = new FileCopy(host.files(), progress);
        if (tree.items().stream().noneMatch(item -> item.name().isEmpty())) {
            make(path, upload.options().mode() == null ? 0755 : Modes.directory(0755, upload.options()));
        }
        Map<String, Long> made = new LinkedHashMap<>();
        for (TreeItem item : tree.items()) {
            String target = item.name().isEmpty() ? path : RemotePath.join(path, item.name());
            try {
                switch (item) {
                    case TreeItem.Directory directory -> {
                        if (!make(target, directory.mode())) {
                            made.put(target, directory.time());
                        } else if (!item.name().isEmpty() && isLink(target)) {
                            throw new IOException("is a link there; remove it first, or name what it leads to");
                        }
                    }
                    case TreeItem.Link link -> copy.link(target, link.target());
                    case TreeItem.File file ->
                        copy.put(file, target, upload.options().preserve(), false);
                }
            } catch (IOException e) {
                throw new IOException(target + ": " + e.getMessage(), e);
            }
        }
        if (upload.options().preserve()) {
            // What arrives in a directory changes its time.
            for (Map.Entry<String, Long> each : made.entrySet()) {
                host.files().touch(RemotePath.bare(each.getKey()), each.getValue());
            }
        }
    }

    private void makeAbove(String path) throws IOException {
        String parent = RemotePath.parent(path);
        if (host.files().find(parent) == null) {
            makeAbove(parent);
            make(parent, 0755);
        }
    }

    /** Whether it was there already. */
    private boolean make(String path, int mode) throws IOException {
        @Nullable Entry there = host.files().find(path);
        if (there == null) {
            host.files().mkdir(RemotePath.bare(path), mode);
        } else if (!there.directory()) {
            throw new IOException("is not a directory");
        }
        return there != null;
    }

    private boolean isLink(String path) {
        try {
            host.files().target(path);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
