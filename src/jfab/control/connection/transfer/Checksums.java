package jfab.control.connection.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.bundle.TreeItem;
import jfab.control.connection.files.BoundedOutput;
import org.apache.commons.codec.digest.DigestUtils;

/** The SHA-256 of files on both sides. */
public record Checksums(Shell shell) {
    /** How sha256sum writes backslashes and ends of lines in names. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    /** Those of {@code items} whose content the host has; what is no file is among them. */
    List<TreeItem> same(List<TreeItem> items, String directory) throws IOException {
        Map<String, String> there = there(
                directory,
                items.stream()
                        .filter(item -> item instanceof TreeItem.File)
                        .map(TreeItem::name)
                        .toList());
        List<TreeItem> same = new java.util.ArrayList<>();
        for (TreeItem item : items) {
            if (!(item instanceof TreeItem.File file) || of(file.file()).equals(there.get(item.name()))) {
                same.add(item);
            }
        }
        return same;
    }

    /** The host's sums by the files' paths below {@code directory}. */
    Map<String, String> there(String directory, List<String> names) throws IOException {
        Map<String, String> sums = new HashMap<>();
        if (names.isEmpty()) {
            return sums;
        }
        BoundedOutput out = new BoundedOutput("the host's list of checksums");
        shell.each("sha256sum --", directory, names, out);
        for (String line : out.text().split("\n", -1)) {
            boolean odd = line.startsWith("\\");
            String plain = odd ? line.substring(1) : line;
            if (plain.length() > 66) {
                String name = plain.substring(66);
                sums.put(odd ? ESCAPE.matcher(name).replaceAll(Checksums::escaped) : name, plain.substring(0, 64));
            }
        }
        return sums;
    }

    private static String escaped(MatchResult escape) {
        return switch (escape.group(1)) {
            case "n" -> "\n";
            case "r" -> "\r";
            default -> Matcher.quoteReplacement(escape.group(1));
        };
    }

    static String of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return DigestUtils.sha256Hex(in);
        }
    }
}
