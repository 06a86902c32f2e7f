package jfab.control.cli;

import java.util.List;
import java.util.Optional;

/** Reads a command line while no task is known: all flags are jfab's until the first word. */
final class PreviewParser {
    private final Tokens tokens;
    private final Values values;
    private final CoreLine core;
    private List<String> words = List.of();

    PreviewParser(List<String> arguments) {
        this.tokens = new Tokens(arguments);
        this.values = new Values(tokens);
        this.core = new CoreLine(values);
    }

    Preview parse() {
        while (tokens.hasNext()) {
            String token = tokens.next();
            if (token.length() < 2 || !token.startsWith("-")) {
                words = words.isEmpty() ? tokens.fromLast() : words;
            } else if (!words.isEmpty()) {
                late(FlagToken.of(token));
            } else {
                early(FlagToken.of(token));
            }
        }
        return new Preview(core.options(), core.help(), words, tokens.afterDashes());
    }

    private void early(FlagToken first) {
        Optional<FlagToken> next = Optional.of(first);
        while (next.isPresent()) {
            FlagToken token = next.get();
            Optional<CoreFlag> known = CoreFlag.named(token);
            known.ifPresent(flag -> core.read(flag, token, Optional.empty()));
            // What is wrong is said when the tasks are known.
            next = known.isEmpty() || known.get().takes().mayTakeValue() ? Optional.empty() : token.rest("");
        }
    }

    /** Behind a task, {@code --set} and {@code -f} may be the task's own flag; what looks like a fabfile decides. */
    private void late(FlagToken token) {
        CoreFlag.named(token)
                .filter(flag -> flag == CoreFlag.FABFILE || flag == CoreFlag.SET)
                .filter(flag -> token.isLong()
                        || token.value()
                                .or(values::ahead)
                                .filter(value -> value.endsWith(".groovy"))
                                .isPresent())
                .ifPresent(flag -> core.read(flag, token, Optional.empty()));
    }
}
