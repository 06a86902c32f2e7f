package jfab.control.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table of a page; on a phone each of its rows is a list of names and values. */
final class PageTable {
    private final List<String> names;
    private final Set<String> numbers = new HashSet<>();
    private final StringBuilder rows = new StringBuilder();

    PageTable(List<String> names) {
        this.names = List.copyOf(names);
    }

    /** A row of texts, which are escaped here; numbers stand to the right. */
    void row(boolean bad, List<String> cells) {
        List<String> written = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            boolean number = cells.get(i).matches("-|[-+]?[0-9][0-9,]*(\\.[0-9]+)?(e[-+]?[0-9]+)?( [a-z/]+)?");
            if (number) {
                numbers.add(names.get(i));
            }
            written.add("<td%s data-name=\"%s\">%s</td>"
                    .formatted(
                            "-".equals(cells.get(i)) ? " class=\"number none\"" : number ? " class=\"number\"" : "",
                            Html.escape(names.get(i)),
                            Html.escape(cells.get(i))));
        }
        rows.append(bad ? "<tr class=\"bad\">" : "<tr>")
                .append(String.join("", written))
                .append("</tr>\n");
    }

    @Override
    public String toString() {
        StringBuilder table = new StringBuilder("<table><thead><tr>");
        names.forEach(name -> table.append(numbers.contains(name) ? "<th class=\"number\">" : "<th>")
                .append(Html.escape(name))
                .append("</th>"));
        return table.append("</tr></thead><tbody>\n")
                .append(rows)
                .append("</tbody></table>\n")
                .toString();
    }
}
