package jfab.training.data.files;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import jfab.training.data.Column;
import jfab.training.data.DataException;
import jfab.training.data.Reader;
import jfab.training.data.ReaderException;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The samples in files of one's own, as maps from names of variables to their numbers.
 *
 * <p>What normalizes them, the names of classes and the words of a dictionary are learned once, from the files that training reads;
 * {@link #from} reads others by the same.
 */
public final class FileRows implements Reader<Object> {
    private final FileKind kind;
    private final Path place;
    private final Map<String, Rule> rules;

    /** Which part of the rows is for testing; 0 where they are not split. */
    private final double tested;

    private final boolean testing;

    private FileRows(FileKind kind, Path place, Map<String, Rule> rules, double tested, boolean testing) {
        this.kind = kind;
        this.place = place;
        this.rules = rules;
        this.tested = tested;
        this.testing = testing;
    }

    /** A table with names in its first line, or in {@code header} where that is not empty. */
    public static FileRows table(
            Path file, char separator, boolean quotes, List<String> header, Map<String, Rule> rules) {
        return fitted(new FileKind.Table(separator, quotes, header), file, rules);
    }

    /** JPEG and PNG files in a folder per class. */
    public static FileRows pictures(Path folder, Map<String, Rule> rules) {
        return fitted(new FileKind.Folder(FileKind.Folder.Content.PICTURES), folder, rules);
    }

    /** Text files in a folder per class. */
    public static FileRows texts(Path folder, Map<String, Rule> rules) {
        return fitted(new FileKind.Folder(FileKind.Folder.Content.TEXTS), folder, rules);
    }

    private static FileRows fitted(FileKind kind, Path place, Map<String, Rule> rules) {
        if (rules.isEmpty()) {
            throw new ReaderException(
                    "columns says nothing of what variables are fed: columns: [x: ['length', 'width'], y: 'price']");
        }
        Iterable<Item> items = kind.items(place);
        if (!items.iterator().hasNext()) {
            throw new DataException(place, "holds no rows");
        }
        Map<String, Rule> learned = new LinkedHashMap<>();
        rules.forEach((name, rule) -> learned.put(name, rule.fit(items)));
        return new FileRows(kind, place, learned, 0, false);
    }

    /** Rows of {@code place} by rules that {@link #description} has described, for the variables in {@code names} alone. */
    public static FileRows described(Map<String, ?> description, Path place, Collection<String> names) {
        FileKind kind = FileKind.of(map(description, "files"));
        Map<String, ?> columns = map(description, "columns");
        Map<String, Rule> rules = new LinkedHashMap<>();
        for (String name : names) {
            rules.put(name, Rule.of(map(columns, name)));
        }
        FileKind needed = kind.needing(
                rules.values().stream().flatMap(rule -> rule.fields().stream()).toList());
        return new FileRows(needed, place, rules, 0, false);
    }

    /** Files and columns in texts, numbers and lists. */
    public Map<String, Object> description() {
        Map<String, Object> columns = new LinkedHashMap<>();
        rules.forEach((name, rule) -> columns.put(name, rule.description()));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("files", kind.description());
        all.put("columns", columns);
        return all;
    }

    /** Two digests with {@code =} between them: of the path, and of how what is there is read, with classes, words and means. */
    public String digest() {
        return digest(place.toString()) + "=" + digest(kind + " " + rules);
    }

    private static String digest(String text) {
        return DigestUtils.sha256Hex(text).substring(0, 16);
    }

    /** The same, of another file or folder. */
    public FileRows from(String other) {
        return new FileRows(kind, Path.of(other), rules, 0, false);
    }

    /** Two readers: the first leaves out what the second has, the {@code tested} part of the rows, spread evenly. */
    public List<FileRows> split(Number tested) {
        double part = tested.doubleValue();
        if (!(part > 0 && part < 1)) {
            throw new ReaderException("split takes the part of the rows to test with, between 0 and 1, not " + tested);
        }
        return List.of(new FileRows(kind, place, rules, part, false), new FileRows(kind, place, rules, part, true));
    }

    /** How many classes, words or ids the column for {@code variable} has. */
    public int size(String variable) {
        return rule(variable).size();
    }

    /** The names of the classes of {@code variable}, or the words of its dictionary, by their numbers. */
    public List<String> names(String variable) {
        return switch (rule(variable)) {
            case Rule.Classes classes -> classes.names();
            case Rule.Words words -> words.dictionary().words();
            default -> throw new ReaderException("'" + variable + "' has neither classes nor words");
        };
    }

    /** The names of the variables that rows have numbers for. */
    public Collection<String> variables() {
        return rules.keySet();
    }

    private Rule rule(String variable) {
        return Objects.requireNonNullElseGet(rules.get(variable), () -> {
            throw new ReaderException("columns has no '" + variable + "'; it has " + String.join(", ", rules.keySet()));
        });
    }

    /**
     * The names of the classes that a description has for a variable other than {@code fed}; none where there are several such
     * variables, or none.
     */
    public static List<String> classes(Map<String, ?> description, Collection<String> fed) {
        List<List<String>> found = map(description, "columns").entrySet().stream()
                .filter(column -> !fed.contains(column.getKey()))
                .map(column -> Rule.of(map(map(description, "columns"), column.getKey())))
                .filter(Rule.Classes.class::isInstance)
                .map(rule -> ((Rule.Classes) rule).names())
                .toList();
        return found.size() == 1 ? found.getFirst() : List.of();
    }

    /** A row and where it comes from: {@code line 7}, or a file of a folder. */
    public record Placed(String place, Map<String, Column> row) {}

    /** One pass, with the places of rows. */
    public Iterator<Placed> placed() {
        return selected()
                .map(item -> new Placed(
                        item.place().isEmpty()
                                ? shown(item.file())
                                : item.place().replaceFirst(": $", ""),
                        row(item)))
                .iterator();
    }

    private String shown(Path file) {
        return String.valueOf(file.equals(place) ? file.getFileName() : place.relativize(file));
    }

    @Override
    public Iterator<Object> iterator() {
        return selected().<Object>map(this::row).iterator();
    }

    private Stream<Item> selected() {
        Iterator<Item> items = kind.items(place).iterator();
        if (!items.hasNext()) {
            throw new DataException(place, "holds no rows");
        }
        long[] number = {0};
        return StreamSupport.stream(((Iterable<Item>) () -> items).spliterator(), false)
                .filter(_ -> mine(number[0]++));
    }

    private boolean mine(long number) {
        return tested == 0 || testing == (Math.floor((number + 1) * tested) > Math.floor(number * tested));
    }

    private Map<String, Column> row(Item item) {
        Map<String, Column> row = new LinkedHashMap<>();
        rules.forEach((name, rule) -> row.put(name, rule.column(item)));
        return row;
    }

    @SuppressWarnings("unchecked") // keys of JSON are texts
    private static Map<String, ?> map(Map<String, ?> described, String name) {
        if (!(described.get(name) instanceof Map<?, ?> map)) {
            throw new ReaderException("the description of the data has no '" + name + "'");
        }
        return (Map<String, ?>) map;
    }
}
