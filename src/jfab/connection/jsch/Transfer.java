package jfab.connection.jsch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * The copying of one file. It is written under a hidden name beside its destination and renamed when it is whole, so that
 * the destination has the old file or the new one, and never a part.
 */
record Transfer(RemoteFiles remote) {
    void put(Path local, String destination) throws IOException {
        if (!Files.isRegularFile(local)) {
            throw new IOException(
                    Files.exists(local) ? local + " is not a file" : "there is no file " + local + " here");
        }
        String path = receiving(
                fromHome(destination), local.toAbsolutePath().getFileName().toString());
        String part = folder(path) + partName();
        try (CountingStream in = new CountingStream(Files.newInputStream(local))) {
            remote.write(part, in, mode(local));
            RemoteFiles.Entry written = remote.find(part);
            if (written == null || written.size() != in.count) {
                throw new IOException("only " + (written == null ? 0 : written.size()) + " of " + in.count
                        + " bytes arrived; is the disk full?");
            }
            remote.rename(part, path);
        } catch (IOException | RuntimeException e) {
            discard(part, e);
            throw e;
        }
    }

    void get(String source, Path destination) throws IOException {
        String path = fromHome(source);
        RemoteFiles.Entry entry = remote.find(path);
        if (entry == null || entry.directory()) {
            throw new IOException(entry == null ? "there is no such file" : "is a directory");
        }
        Path file = Files.isDirectory(destination)
                ? destination.resolve(path.substring(path.lastIndexOf('/') + 1))
                : destination.toAbsolutePath();
        Path part = file.resolveSibling(partName());
        try {
            try (FileChannel channel = FileChannel.open(
                    part,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                try (OutputStream out = Channels.newOutputStream(channel)) {
                    remote.read(path, out);
                    // A log may have grown meanwhile; it may not have become shorter.
                    if (channel.size() < entry.size()) {
                        throw new IOException("only " + channel.size() + " of " + entry.size() + " bytes arrived");
                    }
                    channel.force(true);
                }
            }
            Files.setPosixFilePermissions(part, permissions(entry.mode()));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }

    private String receiving(String path, String name) throws IOException {
        RemoteFiles.Entry there = remote.find(path);
        if (there != null && there.directory()) {
            return path.endsWith("/") ? path + name : path + "/" + name;
        }
        if (path.endsWith("/")) {
            throw new IOException("there is no such directory");
        }
        return path;
    }

    private void discard(String part, Exception failure) {
        try {
            if (remote.find(part) != null) {
                remote.remove(part);
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(new IOException(part + " is left there: " + e.getMessage(), e));
        }
    }

    /** The path without a leading tilde: what is relative starts at home anyway. */
    static String fromHome(String path) {
        String rest = path.equals("~") ? "" : path.startsWith("~/") ? path.substring(2) : path;
        return rest.isEmpty() ? "." : rest;
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    private static String partName() {
        return ".jfab-" + UUID.randomUUID();
    }

    private static int mode(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:mode", new LinkOption[0]) & 07777;
    }

    /** Set-id bits do not travel from a host to here. */
    private static Set<PosixFilePermission> permissions(int mode) {
        StringBuilder text = new StringBuilder();
        for (int bit = 8; bit >= 0; bit--) {
            text.append((mode & (1 << bit)) == 0 ? '-' : "xwr".charAt(bit % 3));
        }
        return PosixFilePermissions.fromString(text.toString());
    }

    /** Knows how much of the file was read, however the file changes meanwhile. */
    private static final class CountingStream extends FilterInputStream {
        private long count;

        CountingStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            count += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = in.read(bytes, from, length);
            count += Math.max(read, 0);
            return read;
        }
    }
}
