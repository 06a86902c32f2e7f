package jfab.control.connection.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Who may write a file by its POSIX access list, besides its owner and all: of a file that has one, the group's mode is the list's
 * mask and says of nobody whether they may.
 *
 * @param group whether the file's own group may
 * @param users numbers of the accounts that it names
 * @param groups numbers of the groups that it names
 */
record AccessList(boolean group, List<Integer> users, List<Integer> groups) {
    /** What Linux lets the value of an attribute have. */
    private static final long LONGEST = 64 * 1024;

    private static final int ENODATA = 61;
    private static final int EOPNOTSUPP = 95;
    private static final int HEADER = 4;
    private static final int ENTRY = 8;
    private static final int WRITE = 2;
    private static final int USER = 2;
    private static final int OWN_GROUP = 4;
    private static final int GROUP = 8;

    /** Of paths, as Java reads them. */
    private static final Charset NAMES = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private static final MethodHandle GET = function();

    AccessList {
        users = List.copyOf(users);
        groups = List.copyOf(groups);
    }

    /**
     * That of {@code file}, whose group's mode lets write.
     *
     * @throws IOException where it cannot be read
     */
    static AccessList of(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            MemorySegment value = arena.allocate(LONGEST);
            long size = get(
                    state,
                    arena.allocateFrom(file.toString(), NAMES),
                    arena.allocateFrom("system.posix_acl_access"),
                    value);
            if (size >= 0) {
                return parse(value.asSlice(0, size));
            }
            int error = state.get(JAVA_INT, 0);
            if (error == ENODATA || error == EOPNOTSUPP) {
                return new AccessList(true, List.of(), List.of());
            }
            throw new IOException("its access list cannot be read, error " + error);
        }
    }

    private static AccessList parse(MemorySegment value) {
        boolean group = false;
        List<Integer> users = new ArrayList<>();
        List<Integer> groups = new ArrayList<>();
        for (long at = HEADER; at + ENTRY <= value.byteSize(); at += ENTRY) {
            if ((value.get(JAVA_SHORT_UNALIGNED, at + 2) & WRITE) == 0) {
                continue;
            }
            int id = value.get(JAVA_INT_UNALIGNED, at + 4);
            switch (value.get(JAVA_SHORT_UNALIGNED, at)) {
                case USER -> users.add(id);
                case OWN_GROUP -> group = true;
                case GROUP -> groups.add(id);
                default -> {
                    // The owner, all, and the mask.
                }
            }
        }
        return new AccessList(group, users, groups);
    }

    private static long get(MemorySegment state, MemorySegment path, MemorySegment name, MemorySegment value) {
        try {
            return (long) GET.invokeExact(state, path, name, value, value.byteSize());
        } catch (Throwable e) {
            throw new IllegalStateException("access lists cannot be asked for: " + e, e);
        }
    }

    @SuppressWarnings("restricted") // The launcher allows native access.
    private static MethodHandle function() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("getxattr"),
                FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG),
                Linker.Option.captureCallState("errno"));
    }
}
