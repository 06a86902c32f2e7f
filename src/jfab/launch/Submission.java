package jfab.launch;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one {@code start} adds to the fabfile's training.
 *
 * @param data local folder that is sent to every host as {@code data}; null for none
 * @param flags flags for the training program, as in {@code --passes 2}
 */
public record Submission(@Nullable Path data, List<String> flags) {
    public Submission {
        flags = List.copyOf(flags);
    }
}
