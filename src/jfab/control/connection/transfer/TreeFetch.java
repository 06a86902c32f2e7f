package jfab.control.connection.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import jfab.PlainText;
import jfab.control.bundle.ConfinedFolder;
import jfab.control.bundle.ReadOutput;
import jfab.control.bundle.TreeItem;
import jfab.control.bundle.TreeReceiver;
import jfab.control.connection.files.Download;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.host.LocalFiles;
import jfab.control.connection.transfer.HostSide.Tools;
import jfab.control.connection.transfer.RemoteFiles.Entry;
import jfab.control.connection.transfer.RemoteFiles.Kind;
import jfab.control.connection.transfer.RemoteFiles.Named;
import org.jspecify.annotations.Nullable;

/** The copying of a host's tree: into a hidden folder beside the destination first, and from there file by file. */
record TreeFetch(HostSide host, Download download, String root, Path into) {
    /** The exit code where files were written to while tar read them. */
    private static final int CHANGED = 3;

    /** That of a path in Linux. */
    private static final int LONGEST_PATH = 4096;

    /** Copies {@code found}, or all that is there when it is null. */
    Copied run(@Nullable List<Named> found) throws IOException {
        List<Named> there = selected(plain(
                found != null
                        ? found
                        : host.has(Tools.SHELL) ? new Listing(host.shell()).tree(RemotePath.plain(root)) : walked("")));
        List<Named> changed = options().sync() ? changed(there) : there;
        claim(changed);
        long bytes = changed.stream()
                .filter(each -> each.entry().kind() == Kind.FILE)
                .mapToLong(each -> each.entry().size())
                .sum();
        if (!changed.isEmpty() || there.isEmpty()) {
            Path stage = stage();
            try {
                fill(stage, changed, bytes);
                if (options().verify()) {
                    verify(names(changed, Kind.FILE), stage::resolve);
                }
                new LocalMove(stage, into).run();
            } finally {
                LocalFiles.remove(stage);
            }
        }
        int files = names(changed, Kind.FILE).size() + names(changed, Kind.LINK).size();
        int all = names(there, Kind.FILE).size() + names(there, Kind.LINK).size();
        return new Copied(into.toString(), files, bytes, all - files);
    }

    private void claim(List<Named> changed) throws IOException {
        for (Named each : changed) {
            if (!each.entry().directory()) {
                Path file = into.resolve(each.name());
                if (LocalFiles.isDevice(file)) {
                    throw new IOException(file + " " + LocalFiles.DEVICE);
                }
                download.files().claim(file, host.host());
            }
        }
    }

    /** Names as they are compared, none of which leads out of the tree. */
    private static List<Named> plain(List<Named> entries) throws IOException {
        List<Named> plain = new ArrayList<>();
        for (Named each : entries) {
            plain.add(new Named(ConfinedFolder.plain(each.name()), each.entry()));
        }
        return plain;
    }

    private TransferOptions options() {
        return download.options();
    }

    private Path stage() throws IOException {
        if (Files.exists(into) && !Files.isDirectory(into)) {
            throw new IOException(into + " is not a directory");
        }
        Path beside = Files.isDirectory(into) ? into : into.toAbsolutePath().resolveSibling("");
        Files.createDirectories(beside);
        return Files.createDirectory(beside.resolve(FileCopy.partName()));
    }

    private void fill(Path stage, List<Named> entries, long bytes) throws IOException {
        TransferProgress progress = host.progress(download.remote(), bytes);
        Allowance allowance = Allowance.into(stage, bytes, progress);
        if (!host.has(Tools.FULL)) {
            oneByOne(stage, entries, progress);
            return;
        }
        byte[] names = entries.stream()
                .map(each -> "./" + each.name() + "\0")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
        TreeReceiver.Keep keep = new TreeReceiver.Keep(
                mode -> Modes.file(mode, options()),
                mode -> Modes.directory(mode, options()),
                options().preserve());
        Set<String> asked = entries.stream().map(Named::name).collect(Collectors.toSet());
        TreeReceiver receiver = new TreeReceiver(stage, asked, keep, allowance);
        try (ReadOutput archive = ReadOutput.by(receiver::receive)) {
            receive(names, archive);
        } catch (Shell.ExitException e) {
            throw new IOException(TransferScript.reason(String.valueOf(e.getMessage())), e);
        }
        for (Named each : entries) {
            if (each.entry().kind() == Kind.FILE
                    && (!Files.isRegularFile(stage.resolve(each.name()), LinkOption.NOFOLLOW_LINKS)
                            || Files.size(stage.resolve(each.name()))
                                    < each.entry().size())) {
                throw new IOException(each.name() + " did not arrive whole");
            }
        }
    }

    private void receive(byte[] names, ReadOutput archive) throws IOException {
        try {
            // A file that changes meanwhile, as a log that grows, makes tar exit with 1; one that became shorter is
            // said to be padded.
            host.shell()
                    .run(
                            """
                            cd "$1" || exit 2
                            exec 3>&1
                            said=$(tar --null --no-recursion -T - -cf - 2>&1 >&3)
                            code=$?
                            case $said in *'padding with zeros'*) code=2 ;; esac
                            [ $code = 0 ] || printf '%s\\n' "$said" >&2
                            [ $code != 1 ] || exit "$2"
                            exit $code
                            """,
                            List.of(RemotePath.plain(root), Integer.toString(CHANGED)),
                            new ByteArrayInputStream(names),
                            archive);
        } catch (Shell.ExitException e) {
            if (e.code() != CHANGED) {
                throw e;
            }
            host.notice(download.remote() + ": " + PlainText.line(String.valueOf(e.getMessage()))
                    + "; get it again when nothing writes there");
        } catch (IOException e) {
            archive.check();
            throw e;
        }
    }

    private void oneByOne(Path stage, List<Named> entries, TransferProgress progress) throws IOException {
        FileCopy copy = new FileCopy(host.files(), progress);
        ConfinedFolder folder = new ConfinedFolder(stage);
        for (Named each : entries) {
            Path path = folder.place(each.name());
            switch (each.entry().kind()) {
                case DIRECTORY -> {
                    folder.directory(each.name());
                    Files.setPosixFilePermissions(
                            path,
                            TreeReceiver.permissions(
                                    Modes.directory(each.entry().mode(), options())));
                }
                case LINK -> {
                    TreeReceiver.link(path, host.files().target(there(each.name())));
                    if (options().preserve()) {
                        TreeReceiver.linkTime(path, FileTime.from(each.entry().time(), TimeUnit.SECONDS));
                    }
                }
                case FILE -> copy.get(there(each.name()), each.entry(), path, options(), _ -> {});
                case OTHER -> {}
            }
        }
    }

    private String there(String name) {
        return RemotePath.join(root, name);
    }

    private List<Named> walked(String directory) throws IOException {
        if (directory.length() > LONGEST_PATH) {
            throw new IOException("the host lists directories without end: " + directory.substring(0, 40) + "...");
        }
        List<Named> all = new ArrayList<>();
        for (Named each : host.files().list(directory.isEmpty() ? root : there(directory))) {
            String name = directory.isEmpty() ? each.name() : directory + "/" + each.name();
            all.add(new Named(name, each.entry()));
            if (each.entry().directory()) {
                all.addAll(walked(name));
            }
        }
        return all;
    }

    private List<Named> selected(List<Named> entries) throws IOException {
        long others = entries.stream()
                .filter(each -> each.entry().kind() == Kind.OTHER)
                .count();
        if (others > 0) {
            host.notice(download.remote() + ": left out " + others + " devices, sockets or pipes");
        }
        List<Named> selected = entries.stream()
                .filter(each -> each.entry().kind() != Kind.OTHER)
                .filter(this::wanted)
                .toList();
        for (Named each : selected) {
            if (!TreeItem.isText(each.name())) {
                throw new IOException(
                        there(each.name()) + " has a name that is not UTF-8; rename it, or leave it out by exclude");
            }
        }
        return selected;
    }

    private boolean wanted(Named each) {
        Path path = Path.of(each.name());
        for (Path up = path.getParent(); up != null; up = up.getParent()) {
            if (!options().admits(up, true)) {
                return false;
            }
        }
        return options().admits(path, each.entry().directory())
                && (each.entry().directory() || options().takes(path));
    }

    private List<Named> changed(List<Named> there) throws IOException {
        List<Named> changed = new ArrayList<>();
        for (Named each : there) {
            Path file = into.resolve(each.name());
            if (!alike(each, file)) {
                changed.add(each);
            } else if (!each.entry().directory()) {
                download.files().keep(file, host.host());
                adjust(each.entry(), file);
            }
        }
        return changed;
    }

    /** Whether {@code file} is what the host has as {@code named}. */
    boolean alike(Named named, Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        return switch (named.entry().kind()) {
            case DIRECTORY -> Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
            case LINK -> Files.isSymbolicLink(file) && alikeLink(named, file);
            case OTHER -> false;
            case FILE ->
                Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.size(file) == named.entry().size()
                        && (options().checksum()
                                ? Checksums.of(file)
                                        .equals(new Checksums(host.shell())
                                                .there(RemotePath.plain(root), List.of(named.name()))
                                                .get(named.name()))
                                : Files.getLastModifiedTime(file).toMillis() / 1000
                                        == named.entry().time());
        };
    }

    /** Gives what is not fetched again the permissions that it would have if it were. */
    void adjust(Entry entry, Path file) throws IOException {
        Set<PosixFilePermission> wanted = TreeReceiver.permissions(Modes.file(entry.mode(), options()));
        if (entry.kind() == Kind.FILE
                && !Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)
                        .equals(wanted)) {
            Files.setPosixFilePermissions(file, wanted);
        }
    }

    private boolean alikeLink(Named named, Path link) throws IOException {
        String target = Files.readSymbolicLink(link).toString();
        return options().checksum()
                ? target.equals(host.files().target(there(named.name())))
                : target.getBytes(StandardCharsets.UTF_8).length
                                == named.entry().size()
                        && Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS)
                                        .to(TimeUnit.SECONDS)
                                == named.entry().time();
    }

    /** @throws IOException where a copy differs from what the host has now */
    void verify(List<String> names, Function<String, Path> copies) throws IOException {
        host.needShell("verify");
        Map<String, String> sums = new Checksums(host.shell()).there(RemotePath.plain(root), names);
        for (String name : names) {
            if (!Objects.equals(sums.get(name), Checksums.of(copies.apply(name)))) {
                throw new IOException(name + " differs from what the host has; does it change?");
            }
        }
    }

    private static List<String> names(List<Named> entries, Kind kind) {
        return entries.stream()
                .filter(each -> each.entry().kind() == kind)
                .map(Named::name)
                .toList();
    }
}
