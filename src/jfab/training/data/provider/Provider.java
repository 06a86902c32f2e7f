package jfab.training.data.provider;

import java.util.List;
import jfab.training.data.Reader;

/**
 * What reads the files of a list.
 *
 * @param name of the function, for errors
 * @param names of the slots; where they have none, their numbers
 * @param types of the slots
 * @param pool how many samples are mixed at a time
 * @param shuffled whether the samples that are trained on are mixed
 * @param cached whether what was read in the first pass is kept in memory
 * @param source what the function is and was given, for comparison with other trainers
 */
public record Provider(
        String name,
        List<String> names,
        List<InputType> types,
        int pool,
        boolean shuffled,
        boolean cached,
        String source,
        Function function) {
    /** The rows of a file. */
    public interface Function {
        /** Begins to read {@code file}. */
        Reader<Object> rows(String file);
    }

    public Provider {
        names = List.copyOf(names);
        types = List.copyOf(types);
    }

    /** Whether slots have names, and samples are maps. */
    public boolean named() {
        return !names.getFirst().equals("0");
    }
}
