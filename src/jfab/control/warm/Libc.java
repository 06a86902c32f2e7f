package jfab.control.warm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What Java cannot do by itself with descriptors, variables and signals of its process: calls of Linux's C library. */
final class Libc {
    // struct msghdr, iovec, cmsghdr and ucred of Linux on 64 bits.
    private static final int MESSAGE = 56;
    private static final int VECTOR = 16;
    private static final int RIGHTS = 32;
    private static final int RIGHTS_LENGTH = 28;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final int SO_PEERCRED = 17;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;
    private static final int POLLIN = 1;
    private static final int O_RDWR_CLOEXEC = 02000002;
    private static final int O_CLOEXEC = 02000000;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle DUP2 = function("dup2", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle OPEN =
            function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle PIPE = function("pipe2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle RECEIVE =
            function("recvmsg", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle POLL =
            function("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle SEND =
            function("sendmsg", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle OPTION =
            function("getsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle USER = function("geteuid", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle RAISE = function("raise", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle CLEAR = function("clearenv", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle SET =
            function("setenv", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));

    private Libc() {}

    /** Bytes, and the descriptors that came with them: three, or none. */
    record Received(ByteBuffer bytes, List<Integer> descriptors) {}

    /**
     * At most {@code most} bytes from {@code socket}; none at its end.
     *
     * @throws IOException where none come {@code within} that time: closing the socket meanwhile does not end the wait
     */
    static Received receive(int socket, int most, Duration within) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wait = arena.allocateFrom(JAVA_INT, socket, POLLIN);
            if ((int) POLL.invokeExact(wait, 1L, (int) within.toMillis()) <= 0) {
                throw new IOException("nothing came within " + within.toMillis() + " ms");
            }
            MemorySegment bytes = arena.allocate(most);
            MemorySegment rights = arena.allocate(RIGHTS, 8);
            MemorySegment message = message(arena, bytes, rights);
            long count = (long) RECEIVE.invokeExact(socket, message, MSG_CMSG_CLOEXEC);
            if (count < 0) {
                throw new IOException("nothing could be received");
            }
            boolean came = message.get(JAVA_LONG, 40) == RIGHTS
                    && rights.get(JAVA_LONG, 0) == RIGHTS_LENGTH
                    && rights.get(JAVA_INT, 12) == SCM_RIGHTS;
            List<Integer> descriptors = came
                    ? Arrays.stream(rights.asSlice(16, 12).toArray(JAVA_INT))
                            .boxed()
                            .toList()
                    : List.of();
            return new Received(ByteBuffer.wrap(bytes.asSlice(0, count).toArray(JAVA_BYTE)), descriptors);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Sends all of {@code bytes}, and three descriptors with the first of them. */
    static void send(int socket, byte[] bytes, int[] descriptors) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment first = arena.allocateFrom(JAVA_BYTE, bytes);
            MemorySegment rights = arena.allocate(RIGHTS, 8);
            rights.set(JAVA_LONG, 0, RIGHTS_LENGTH);
            rights.set(JAVA_INT, 8, SOL_SOCKET);
            rights.set(JAVA_INT, 12, SCM_RIGHTS);
            MemorySegment.copy(MemorySegment.ofArray(descriptors), 0, rights, 16, 12);
            long count = (long) SEND.invokeExact(socket, message(arena, first, rights), MSG_NOSIGNAL);
            if (count != bytes.length) {
                throw new IOException("the caller takes nothing more");
            }
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static MemorySegment message(Arena arena, MemorySegment bytes, MemorySegment rights) {
        MemorySegment vector = arena.allocate(VECTOR, 8);
        vector.set(ADDRESS, 0, bytes);
        vector.set(JAVA_LONG, 8, bytes.byteSize());
        MemorySegment message = arena.allocate(MESSAGE, 8);
        message.set(ADDRESS, 16, vector);
        message.set(JAVA_LONG, 24, 1);
        message.set(ADDRESS, 32, rights);
        message.set(JAVA_LONG, 40, rights.byteSize());
        return message;
    }

    /** Whether the other end of {@code socket} belongs to this account. */
    static boolean sameUser(int socket) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment peer = arena.allocate(12, 4);
            MemorySegment size = arena.allocateFrom(JAVA_INT, 12);
            return (int) OPTION.invokeExact(socket, SOL_SOCKET, SO_PEERCRED, peer, size) == 0
                    && peer.get(JAVA_INT, 4) == (int) USER.invokeExact();
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Makes {@code number} the same as {@code descriptor}. */
    static void put(int descriptor, int number) throws IOException {
        try {
            if ((int) DUP2.invokeExact(descriptor, number) < 0) {
                throw new IOException("descriptor " + descriptor + " cannot be used");
            }
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static void close(int descriptor) throws IOException {
        try {
            int _ = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Reads nothing, and takes everything. */
    static int nothing() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) OPEN.invokeExact(arena.allocateFrom("/dev/null"), O_RDWR_CLOEXEC);
            if (descriptor < 0) {
                throw new IOException("/dev/null cannot be opened");
            }
            return descriptor;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** A new pipe: the end that reads, the end that writes. */
    static int[] pipe() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(8, 4);
            if ((int) PIPE.invokeExact(ends, O_CLOEXEC) != 0) {
                throw new IOException("there is no pipe left");
            }
            return ends.toArray(JAVA_INT);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Makes {@code variables} those of this process, as its children see them. */
    static void environment(Map<String, String> variables) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int _ = (int) CLEAR.invokeExact();
            for (Map.Entry<String, String> variable : variables.entrySet()) {
                int _ = (int) SET.invokeExact(
                        arena.allocateFrom(variable.getKey()), arena.allocateFrom(variable.getValue()), 1);
            }
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Sends this process a signal. */
    static void raise(int number) {
        try {
            int _ = (int) RAISE.invokeExact(number);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static IOException failed(Throwable e) {
        return e instanceof IOException known ? known : new IOException(e);
    }

    @SuppressWarnings("restricted") // The launcher allows native access.
    private static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), type, options);
    }
}
