package jfab.control.fabfile;

import java.util.List;
import java.util.Map;
import jfab.control.task.TaskException;
import jfab.script.Words;

/** The named arguments of the word {@code include}. */
record IncludeOptions(String namespace) {
    static IncludeOptions of(Map<String, ?> options) {
        options.keySet().stream().filter(name -> !name.equals("as")).findFirst().ifPresent(name -> {
            throw new TaskException("include has no option '" + name + "'" + Words.suggestion(name, List.of("as")));
        });
        return new IncludeOptions(String.valueOf(options.get("as")));
    }
}
