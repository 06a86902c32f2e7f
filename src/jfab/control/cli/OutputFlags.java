package jfab.control.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import jfab.control.cli.output.OutputOptions;
import jfab.control.cli.output.OutputOptions.Format;
import jfab.control.cli.output.Screen.Colour;
import jfab.script.Words;

/** The flags that say how a run is shown. */
public record OutputFlags(CoreOptions core) {
    /**
     * What they say together.
     *
     * @throws UsageException where they contradict each other
     */
    OutputOptions options() {
        colour();
        boolean diff = core.given().containsKey(CoreFlag.DIFF);
        Optional<Format> asked =
                core.last(CoreFlag.OUTPUT).map(text -> choice(CoreFlag.OUTPUT, text, Format::of, Format.values()));
        Format format = asked.orElse(Format.LINES);
        CoreFlag by = CoreFlag.OUTPUT;
        for (CoreFlag flag : List.of(CoreFlag.FOLDED, CoreFlag.DIFF, CoreFlag.QUIET)) {
            Format meant = flag == CoreFlag.QUIET ? Format.QUIET : Format.FOLDED;
            if (!core.given().containsKey(flag)) {
                continue;
            }
            if (format != meant && (by != CoreFlag.OUTPUT || asked.isPresent())) {
                throw new UsageException(flag.flag() + " and " + by.flag()
                        + (by == CoreFlag.OUTPUT ? "=" + core.last(by).orElse("") : "")
                        + " ask for different outputs; give one of them");
            }
            format = meant;
            by = flag;
        }
        return new OutputOptions(
                format,
                diff,
                core.given().containsKey(CoreFlag.TIMESTAMPS),
                core.given().containsKey(CoreFlag.PRINT_RESULTS),
                core.last(CoreFlag.LOG_DIR).map(Path::of),
                core.debug());
    }

    /** When to use colours. */
    public Colour colour() {
        return core.given().containsKey(CoreFlag.NO_COLOR)
                ? Colour.NEVER
                : core.last(CoreFlag.COLOR)
                        .map(text -> choice(CoreFlag.COLOR, text, Colour::of, Colour.values()))
                        .orElse(Colour.AUTO);
    }

    /** When to use colours, read before anything else is, so that complaints are right too. */
    public static Colour colour(List<String> arguments) {
        Colour when = Colour.AUTO;
        String before = "";
        int end = arguments.indexOf("--");
        for (String token : end < 0 ? arguments : arguments.subList(0, end)) {
            when = switch (before.equals("--color") ? "--color=" + token : token) {
                case "--no-color", "--color=never" -> Colour.NEVER;
                case "--color=always" -> Colour.ALWAYS;
                case "--color=auto" -> Colour.AUTO;
                default -> when;
            };
            before = token;
        }
        return when;
    }

    private static <T extends Enum<T>> T choice(CoreFlag flag, String text, Function<String, T> parse, T[] all) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            List<String> words = java.util.Arrays.stream(all)
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .toList();
            throw new UsageException(flag.flag() + " takes " + String.join(", ", words) + ", not '" + text + "'"
                    + Words.suggestion(text, words));
        }
    }
}
