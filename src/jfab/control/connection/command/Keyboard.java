package jfab.control.connection.command;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The terminal's lines, each typed after its question. What was typed before, such as a second Enter or a paste of two lines, was meant
 * for something else and would go to whoever asks next: it is thrown away, as OpenSSH does. Java's console cannot do that. It keeps
 * for itself whatever lines there are when it reads one.
 */
final class Keyboard {
    // What Linux has for these names, and where its C libraries have the flags in their struct termios of 60 bytes.
    private static final int STDIN = 0;
    private static final int TCSANOW = 0;
    private static final int TCSAFLUSH = 2;
    private static final int ECHO = 010;
    private static final long LOCAL_FLAGS = 12;
    private static final long SIZE = 60;
    /** More than a line of a terminal can have. */
    private static final int LONGEST = 8192;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle GET = function("tcgetattr", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle SET =
            function("tcsetattr", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));

    private static final Charset TYPED = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));

    private final MemorySegment before;

    private Keyboard(Arena arena) {
        this.before = arena.allocate(SIZE, 4);
    }

    /**
     * The line that answers {@code question}.
     *
     * @param echo whether what is typed is shown
     * @return null at the end of what the user types
     */
    static @Nullable String ask(String question, boolean echo) throws IOException {
        // Ctrl-C ends the process while it waits here, and the terminal is used by others afterwards.
        Arena arena = Arena.ofAuto();
        Keyboard keyboard = new Keyboard(arena);
        if (get(keyboard.before) != 0) {
            return null;
        }
        Thread restoring = Thread.ofPlatform().unstarted(keyboard::restore);
        Runtime.getRuntime().addShutdownHook(restoring);
        MemorySegment meanwhile = arena.allocate(SIZE, 4).copyFrom(keyboard.before);
        int flags = meanwhile.get(JAVA_INT, LOCAL_FLAGS);
        meanwhile.set(JAVA_INT, LOCAL_FLAGS, echo ? flags : flags & ~ECHO);
        // The shell that has had the terminal since Ctrl-Z shows what is typed.
        Object former = Signals.register("CONT", () -> begin(meanwhile, question));
        try {
            return line(meanwhile, question, echo);
        } finally {
            Signals.unregister("CONT", former);
            keyboard.restore();
            forget(restoring);
        }
    }

    private static void begin(MemorySegment meanwhile, String question) {
        set(TCSAFLUSH, meanwhile);
        try {
            print(question + " ");
        } catch (IOException e) {
            // Whoever reads the answer sees that there is no terminal any more.
            return;
        }
    }

    private static @Nullable String line(MemorySegment meanwhile, String question, boolean echo) throws IOException {
        begin(meanwhile, question);
        byte[] typed = new byte[LONGEST];
        // One read is one line, and leaves the next one to the terminal. It is not closed: others read from there too.
        @SuppressWarnings("resource")
        int count = new FileInputStream(FileDescriptor.in).read(typed);
        if (!echo) {
            print("\n");
        }
        return count <= 0 ? null : new String(typed, 0, count, TYPED).replaceFirst("\\R$", "");
    }

    private static void print(String text) throws IOException {
        // Not closed: others write there too.
        @SuppressWarnings("resource")
        FileOutputStream terminal = new FileOutputStream(FileDescriptor.out);
        terminal.write(text.getBytes(TYPED));
    }

    private void restore() {
        set(TCSANOW, before);
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running.
        }
    }

    private static int get(MemorySegment into) {
        try {
            return (int) GET.invokeExact(STDIN, into);
        } catch (Throwable e) {
            throw new IllegalStateException("the terminal cannot be asked: " + e, e);
        }
    }

    /** Where this fails there is no terminal any more, which whoever reads will see. */
    private static void set(int when, MemorySegment from) {
        try {
            int _ = (int) SET.invokeExact(STDIN, when, from);
        } catch (Throwable e) {
            throw new IllegalStateException("the terminal cannot be set: " + e, e);
        }
    }

    @SuppressWarnings("restricted") // The launcher allows native access.
    private static MethodHandle function(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), type);
    }
}
