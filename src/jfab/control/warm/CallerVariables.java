package jfab.control.warm;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;

/** The environment of this process, made that of its caller: as Java tells it, and as programs that it starts have it. */
final class CallerVariables {
    private CallerVariables() {}

    /**
     * Makes {@code variables} all that there are.
     *
     * @throws IOException where this Java keeps them elsewhere
     */
    static void become(Map<String, String> variables) throws IOException {
        Map<String, String> kept = changeable();
        kept.clear();
        kept.putAll(variables);
        Libc.environment(variables);
        if (!new HashMap<>(System.getenv()).equals(variables)) {
            throw new IOException("this Java does not tell its variables as expected");
        }
    }

    /** What {@link System#getenv()} is a view of; the flags that this process was started with open it. */
    @SuppressWarnings("unchecked")
    private static Map<String, String> changeable() throws IOException {
        try {
            Field shown = Class.forName("java.lang.ProcessEnvironment").getDeclaredField("theUnmodifiableEnvironment");
            shown.setAccessible(true);
            Object view = shown.get(null);
            Field inside =
                    Class.forName("java.util.Collections$UnmodifiableMap").getDeclaredField("m");
            inside.setAccessible(true);
            return (Map<String, String>) inside.get(view);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this Java keeps its variables elsewhere", e);
        }
    }
}
