package jfab.training.program.transpile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import jfab.training.program.ProgramException;

/** How slices are dealt out to parameter servers. */
public enum SplitMethod {
    /** In turn, running on from parameter to parameter. */
    ROUND_ROBIN("RoundRobin"),
    /** By the CRC-32 of the slice's name, which is the same in every process, unlike a hash with a salt. */
    HASH_NAME("HashName");

    private final String word;

    SplitMethod(String word) {
        this.word = word;
    }

    /** Fluid's name. */
    public String word() {
        return word;
    }

    /** The method of that name. */
    public static SplitMethod named(String word) {
        return Arrays.stream(values())
                .filter(method -> method.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new ProgramException("split_method is RoundRobin or HashName, not '" + word + "'"));
    }

    /**
     * The server, by number, for a slice.
     *
     * @param turn how many slices there were before it
     */
    int server(String slice, int turn, int servers) {
        return switch (this) {
            case ROUND_ROBIN -> turn % servers;
            case HASH_NAME -> {
                CRC32 hash = new CRC32();
                hash.update(slice.getBytes(StandardCharsets.UTF_8));
                yield Math.toIntExact(hash.getValue() % servers);
            }
        };
    }
}
