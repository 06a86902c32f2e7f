package jfab.training.data;

import org.jspecify.annotations.Nullable;

/** Failures of another thread. Scripts throw checked exceptions from where Java expects none. */
final class Thrown {
    private Thrown() {}

    /** Throws {@code failure} as it is, if there is one. */
    static void again(@Nullable Throwable failure) {
        if (failure != null) {
            Thrown.<RuntimeException>unchecked(failure);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // what makes it unchecked for the compiler
    private static <E extends Throwable> void unchecked(Throwable failure) throws E {
        throw (E) failure;
    }
}
