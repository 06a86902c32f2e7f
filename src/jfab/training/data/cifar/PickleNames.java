package jfab.training.data.cifar;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What NumPy's names in a pickle stand for. */
final class PickleNames {
    /** The function that makes an array. */
    static final String ARRAY = "numpy.core.multiarray._reconstruct";

    private static final String TYPE = "numpy.dtype";
    static final Set<String> ALLOWED = Set.of(ARRAY, TYPE, "numpy.ndarray");

    private PickleNames() {}

    /** The array of {@code state}: its version, its shape, its type, whether it is in Fortran's order, its bytes. */
    static Optional<Pickled> array(Pickled state) {
        return state instanceof Pickled.Row(List<Pickled> items)
                        && items.size() == 5
                        && items.get(1) instanceof Pickled.Row(List<Pickled> shape)
                        && items.get(2) instanceof Pickled.Unfinished(String kind, Pickled.Row type)
                        && kind.equals(TYPE)
                        && isBytes(type)
                        && items.get(3) instanceof Pickled.Whole(long fortran, long _)
                        && fortran == 0
                        && items.get(4) instanceof Pickled.Text bytes
                ? Optional.of(new Pickled.Array(
                        shape.stream()
                                .map(axis -> axis instanceof Pickled.Whole(long length, long _) ? length : -1L)
                                .toList(),
                        bytes))
                : Optional.empty();
    }

    private static boolean isBytes(Pickled.Row type) {
        return !type.items().isEmpty()
                && type.items().getFirst() instanceof Pickled.Text(byte[] code, long _)
                && new String(code, StandardCharsets.ISO_8859_1).equals("u1");
    }
}
