package jfab.dsl.fabfile;

import java.util.List;
import java.util.Map;
import jfab.dsl.Words;
import jfab.task.TaskException;

/** The named arguments of the word {@code include}. */
record IncludeOptions(String namespace) {
    static IncludeOptions of(Map<String, ?> options) {
        options.keySet().stream().filter(name -> !name.equals("as")).findFirst().ifPresent(name -> {
            throw new TaskException("include has no option '" + name + "'" + Words.suggestion(name, List.of("as")));
        });
        return new IncludeOptions(String.valueOf(options.get("as")));
    }
}
