package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import jfab.control.bundle.TreeItem;
import jfab.control.bundle.TreeReceiver;
import jfab.control.connection.files.TransferOptions;
import jfab.control.connection.host.LocalFiles;
import jfab.control.connection.transfer.RemoteFiles.Attributes;
import jfab.control.connection.transfer.RemoteFiles.Entry;

/**
 * The copying of one file. It is written under a hidden name beside its destination and renamed when it is whole, so that
 * the destination has the old file or the new one, and never a part.
 */
record FileCopy(RemoteFiles remote, TransferProgress progress) {
    /** What tells that an interrupt has not cost what had arrived. */
    static final String STAYS = "what has arrived stays there, and the same sync goes on from it";

    /** Copies to {@code path}, which is no directory; {@code sync} as for {@link #replace}, wherever something is. */
    void put(TreeItem.File file, String path, boolean keepTime, boolean sync) throws IOException {
        boolean free = refuseDevice(path);
        replace(file, path, keepTime, sync && free);
    }

    /**
     * The same, where it is known that no device is there.
     *
     * @param resumed whether another one goes on from what is there, under a hidden name, after an interrupt
     */
    void replace(TreeItem.File file, String path, boolean keepTime, boolean resumed) throws IOException {
        String part = RemotePath.folder(path) + partName();
        try {
            write(file, part, keepTime);
            rename(part, path);
        } catch (IOException | RuntimeException e) {
            if (resumed && e instanceof InterruptedIOException) {
                e.addSuppressed(new IOException(STAYS));
            } else {
                discard(part, e);
            }
            throw e;
        }
    }

    /** A server of files does not tell what is in the way. */
    private void rename(String part, String path) throws IOException {
        try {
            remote.rename(part, path);
        } catch (IOException e) {
            throw isDirectory(path) ? new IOException(path + " is a directory there", e) : e;
        }
    }

    private boolean isDirectory(String path) {
        try {
            Entry there = remote.find(path);
            return there != null && there.directory();
        } catch (IOException e) {
            // Then the failure before it tells more.
            return false;
        }
    }

    private void write(TreeItem.File file, String part, boolean keepTime) throws IOException {
        try (FileParts parts = new FileParts(file.file(), progress)) {
            long arrived = remote.write(part, parts, new Attributes(file.mode(), keepTime ? file.time() : null));
            long sent = parts.read();
            // A log may have grown meanwhile; of what has become shorter, a part alone was read.
            if (sent < file.size()) {
                throw new IOException(file.file() + " became shorter while it was sent: " + sent + " of " + file.size()
                        + " bytes were read");
            }
            parts.end();
            if (arrived != sent) {
                throw new IOException("only " + arrived + " of " + sent + " bytes arrived; is the disk full?");
            }
        }
    }

    /** Makes a link at {@code path}, in place of a file of that name. */
    void link(String path, String target) throws IOException {
        refuseDevice(path);
        String part = RemotePath.folder(path) + partName();
        remote.link(part, target);
        try {
            rename(part, path);
        } catch (IOException | RuntimeException e) {
            discard(part, e);
            throw e;
        }
    }

    /** Puts what is whole at {@code path}. */
    void place(String part, String path) throws IOException {
        refuseDevice(path);
        rename(part, path);
    }

    /**
     * What is renamed takes the place of a device without a word: /dev/null would be a file from then on.
     *
     * @return whether nothing is there
     */
    private boolean refuseDevice(String path) throws IOException {
        Entry there;
        try {
            there = remote.find(path);
        } catch (IOException e) {
            // Where nobody can look, as behind a link that leads in a circle, the renaming tells what is wrong.
            return false;
        }
        if (there != null && there.kind() == RemoteFiles.Kind.OTHER) {
            throw new IOException(LocalFiles.DEVICE);
        }
        return there == null;
    }

    /** What is looked at in a file that has arrived, before it has its name. */
    interface Check {
        void of(Path arrived) throws IOException;
    }

    /** Copies to {@code file}, whose folder is there, and returns the number of bytes. */
    long get(String path, Entry entry, Path file, TransferOptions options, Check check) throws IOException {
        Path part = file.resolveSibling(partName());
        try {
            long size;
            Allowance allowance = Allowance.into(file.resolveSibling(""), entry.size(), progress);
            try (FileChannel channel = FileChannel.open(
                    part,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                try (OutputStream out = new CountingOutput(Channels.newOutputStream(channel), allowance)) {
                    remote.read(path, out);
                    size = channel.size();
                    // A log may have grown meanwhile; it may not have become shorter.
                    if (size < entry.size()) {
                        throw new IOException("only " + size + " of " + entry.size() + " bytes arrived");
                    }
                    channel.force(true);
                }
            }
            // Who owns the folder may have put a link in its place.
            PosixFileAttributeView attributes =
                    Files.getFileAttributeView(part, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            attributes.setPermissions(TreeReceiver.permissions(Modes.file(entry.mode(), options)));
            if (options.preserve()) {
                attributes.setTimes(FileTime.fromMillis(entry.time() * 1000), null, null);
            }
            check.of(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return size;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }

    /** Removes what is not whole, if it is there; where that fails, {@code failure} tells of it. */
    void discard(String part, Exception failure) {
        try {
            if (remote.find(part) != null) {
                remote.remove(part);
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(new IOException(part + " is left there: " + e.getMessage(), e));
        }
    }

    /** A hidden name that nothing else has. */
    static String partName() {
        return ".jfab-" + UUID.randomUUID();
    }
}
