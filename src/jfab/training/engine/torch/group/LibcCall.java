package jfab.training.engine.torch.group;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jfab.training.engine.EngineException;

/** Functions of the C library that Java has no words for. */
final class LibcCall {
    private static final int EADDRINUSE = 98;
    private static final Linker LINKER = Linker.nativeLinker();

    private LibcCall() {}

    /** What {@code function} gives for {@code arguments}, which are ints and addresses. */
    @SuppressWarnings("restricted") // both ways to start Java here allow native access
    static int call(Arena arena, String function, Object... arguments) {
        MemoryLayout[] layouts = Stream.of(arguments)
                .map(argument -> argument instanceof MemorySegment ? ADDRESS : JAVA_INT)
                .toArray(MemoryLayout[]::new);
        MethodHandle handle = LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(function),
                FunctionDescriptor.of(JAVA_INT, layouts),
                Linker.Option.captureCallState("errno"));
        MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
        List<Object> all = new ArrayList<>(List.of(state));
        all.addAll(List.of(arguments));
        int answer;
        try {
            answer = (int) handle.invokeWithArguments(all);
        } catch (Throwable e) {
            throw new EngineException(function + " cannot be called: " + e.getMessage(), e);
        }
        if (answer < 0) {
            int number = state.get(JAVA_INT, 0);
            throw new EngineException(function + ": " + (number == EADDRINUSE ? "EADDRINUSE" : "errno " + number));
        }
        return answer;
    }

    /** Has native code read {@code value} in the environment, unless the user has set {@code name}. */
    static void preset(String name, String value) {
        try (Arena arena = Arena.ofConfined()) {
            call(arena, "setenv", arena.allocateFrom(name), arena.allocateFrom(value), 0);
        }
    }
}
