package jfab.control.cli.output;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;

/** The same output once for all hosts that gave it, the most frequent one first. */
final class Folds {
    private static final String RULE = "-".repeat(15) + "\n";
    private static final int CONTEXT = 3;

    private record Fold(String hosts, int count, List<String> lines) {
        private String heading() {
            return RULE + hosts + (count > 1 ? " (" + count + ")" : "") + "\n" + RULE;
        }
    }

    private final List<Fold> folds;

    Folds(Map<Host, List<String>> outputs, HostLabels labels) {
        Map<List<String>, List<Host>> alike = new LinkedHashMap<>();
        outputs.forEach((host, lines) ->
                alike.computeIfAbsent(lines, any -> new ArrayList<>()).add(host));
        folds = alike.entrySet().stream()
                .map(fold ->
                        new Fold(labels.fold(fold.getValue()), fold.getValue().size(), fold.getKey()))
                .sorted(Comparator.comparingInt(Fold::count).reversed())
                .toList();
    }

    /** Every output in full. */
    String whole() {
        StringBuilder text = new StringBuilder();
        folds.forEach(fold -> text.append(fold.heading()).append(joined(fold.lines())));
        return text.toString();
    }

    /** The most frequent output in full, the others as what differs in them. */
    String differences() {
        if (folds.isEmpty()) {
            return "";
        }
        Fold usual = folds.getFirst();
        StringBuilder text = new StringBuilder(usual.heading()).append(joined(usual.lines()));
        for (Fold other : folds.subList(1, folds.size())) {
            List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                    usual.hosts(), other.hosts(), usual.lines(), DiffUtils.diff(usual.lines(), other.lines()), CONTEXT);
            text.append(other.heading()).append(joined(diff));
        }
        return text.toString();
    }

    private static String joined(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }
}
