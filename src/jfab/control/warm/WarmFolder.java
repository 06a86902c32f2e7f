package jfab.control.warm;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import jfab.UserFolders;

/**
 * The folder of the sockets, {@code ~/.cache/jfab/warm}, into which this account alone can look. A socket was last used when its file says.
 *
 * @param folder its path
 */
record WarmFolder(Path folder) {
    /** A process of the same account that has nothing to do answers at once. */
    private static final int SECONDS = 1;
    /** No answer is longer, in bytes. */
    private static final int LONGEST = 1 << 16;

    /**
     * That of {@code socket}, made where it is missing.
     *
     * @throws IOException where others could look into it
     */
    static WarmFolder of(Path socket) throws IOException {
        Path folder = Objects.requireNonNull(socket.getParent(), "the socket has no folder");
        UserFolders.make(folder);
        WarmFolder own = new WarmFolder(folder);
        own.check();
        return own;
    }

    private void check() throws IOException {
        PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean mine = found.isDirectory()
                && found.owner().equals(Files.getOwner(Path.of("/proc/self")))
                && PosixFilePermissions.toString(found.permissions()).endsWith("------");
        if (!mine) {
            throw new IOException(folder + " is no folder of yours alone");
        }
    }

    /**
     * The sockets, the one that was used last first.
     *
     * @throws IOException where others could look into the folder, or have made it
     */
    List<Path> sockets() throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        check();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9a-f]{32}"))
                    .sorted(Comparator.comparing(WarmFolder::lastUsed).reversed())
                    .toList();
        }
    }

    private static FileTime lastUsed(Path socket) {
        try {
            return Files.getLastModifiedTime(socket, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    /** What the process at {@code socket} answers; empty where there is none, or none that can. A socket without a process goes. */
    static Optional<String> ask(Path socket, String question) {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            FutureTask<String> answer = new FutureTask<>(() -> answer(channel, socket, question));
            Thread.ofPlatform().daemon().name("warm question").start(answer);
            return Optional.of(answer.get(SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException | IOException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof java.net.ConnectException) {
                forget(socket);
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static void forget(Path socket) {
        try {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            // Nobody is there, whether it lies there or not.
        }
    }

    private static String answer(SocketChannel channel, Path socket, String question) throws IOException {
        channel.connect(UnixDomainSocketAddress.of(socket));
        byte[] text = question.getBytes(StandardCharsets.UTF_8);
        ByteBuffer request = ByteBuffer.allocate(8 + text.length).order(ByteOrder.nativeOrder());
        request.put(Caller.QUESTION.getBytes(StandardCharsets.US_ASCII))
                .putInt(text.length)
                .put(text)
                .flip();
        while (request.hasRemaining()) {
            channel.write(request);
        }
        return new String(Channels.newInputStream(channel).readNBytes(LONGEST), StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}", "?");
    }
}
