package jfab.control.cli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import jfab.control.task.TaskParameter;
import jfab.script.Words;

/**
 * Flags behind a task that takes flags which it does not know, and hands them on as they are: all long ones but its own and those few of
 * jfab that say what is read at all. A flag's value stands behind {@code =} or is the next word; a flag without one is followed by
 * another flag, or by nothing.
 */
record PassedFlags(TaskLine line) {
    /** Known before any task is. */
    private static final Set<String> KEPT = Set.of("help", "fabfile", "set");

    /** {@code -use_gpu=1}: glog's flags may have one dash, but then nobody can tell them from ours. */
    private static final Pattern ONE_DASH = Pattern.compile("-[a-z][a-z0-9]+[_=].*");

    /**
     * Takes {@code token} with its value, if it is one of these flags.
     *
     * @throws UsageException where one of the task's own is misspelt
     */
    boolean take(String token, Values values) {
        Optional<TaskParameter> takes = line.unknownFlags();
        FlagToken flag = FlagToken.of(token);
        if (takes.isEmpty() || line.flag(flag).isPresent()) {
            return false;
        }
        if (!flag.isLong()) {
            if (ONE_DASH.matcher(token).matches()) {
                throw new UsageException(line.where() + "'" + token + "' has one dash; write -" + token);
            }
            return false;
        }
        if (KEPT.contains(flag.name())) {
            return false;
        }
        meant(flag).ifPresent(own -> {
            throw new UsageException(line.where() + "no flag '" + flag.shown() + "'; did you mean '" + own + "'?");
        });
        line.pass(takes.get(), token, flag.attached() == null ? values.next() : Optional.empty());
        return true;
    }

    /** The flag of the task itself that {@code flag} is with some letters mistyped, or left out at its end. */
    private Optional<String> meant(FlagToken flag) {
        String typed = "--" + flag.name();
        List<String> own =
                line.flags().stream().filter(each -> !each.startsWith("--no-")).toList();
        // Long names may be further off than short ones, of which engines have many.
        return Words.misspelt(typed, own)
                .or(() -> typed.length() > 12 ? Words.nearest(typed, own) : Optional.empty())
                .or(() -> own.stream()
                        .filter(each -> typed.length() > 6 && each.startsWith(typed))
                        .findFirst());
    }
}
