package jfab.dsl.fabfile;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.connection.Host;
import jfab.task.Task;

/**
 * What a fabfile and the files that it includes declared.
 *
 * @param tasks by name with dashes, in the order of their declaration
 */
public record Fabfile(Path file, List<Host> hosts, Map<String, Task> tasks) {
    public Fabfile {
        hosts = List.copyOf(hosts);
        tasks = Collections.unmodifiableMap(new LinkedHashMap<>(tasks));
    }
}
