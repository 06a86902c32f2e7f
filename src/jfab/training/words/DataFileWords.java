package jfab.training.words;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.data.Reader;
import jfab.training.data.files.ArrayRows;
import jfab.training.data.files.FileRows;
import jfab.training.data.files.Rule;
import jfab.training.program.ProgramException;
import jfab.training.words.network.Arguments;

/**
 * Words that read files of one's own. Rows are maps by the names of variables, {@code columns: [x: ..., y: ...]}, whose values say what a
 * variable is fed: a column's name or a list of them for numbers, or a rule ({@link #numbers}, {@link #classes}, {@link #words},
 * {@link #ids}, {@link #image}). What is wrong in a file is reported with file and line.
 *
 * <p>{@code def (train, test) = rows.split(0.2)} takes every fifth row to test with; {@code rows.from('test.csv')} reads another file
 * with the classes, the words and the means that this one has taught; {@code rows.size('label')} counts classes or words. A model that
 * is saved keeps all of that beside it, and {@code train predict} reads with it.
 */
public final class DataFileWords {
    private final TrainingProcess process;

    public DataFileWords(TrainingProcess process) {
        this.process = process;
    }

    /** {@code csv('houses.csv', columns: [x: ['rooms', 'age'], y: 'price'], separator: ',', header: ['rooms', ...])}: a line per sample, {@code header} where the first line does not name the columns, {@code separator: ' '} where spaces stand between fields, however many; also {@code .csv.gz}. */
    public FileRows csv(Map<String, ?> options, CharSequence file) {
        Arguments named = Arguments.of("csv", options, "columns", "separator", "header");
        String separator = named.text("separator", ",");
        if (separator.length() != 1) {
            throw new ProgramException("csv needs separator, one character, not '" + separator + "'");
        }
        return table(named, file, separator.charAt(0), true);
    }

    /**
     * As {@code csv}, with tabs, and with quotes that are letters like others: each line is a row. Where they are meant as in CSV,
     * {@code csv} with {@code separator: '\\t'} reads them so.
     */
    public FileRows tsv(Map<String, ?> options, CharSequence file) {
        return table(Arguments.of("tsv", options, "columns", "header"), file, '\t', false);
    }

    /** {@code images('flowers', columns: [img: image(size: 32), label: classes()])}: JPEG and PNG files in a folder per class. */
    public FileRows images(Map<String, ?> options, CharSequence folder) {
        return noted(FileRows.pictures(Path.of(folder.toString()), rules(Arguments.of("images", options, "columns"))));
    }

    /** {@code texts('reviews', columns: [text: words(), label: classes()])}: {@code .txt} files in a folder per class. */
    public FileRows texts(Map<String, ?> options, CharSequence folder) {
        return noted(FileRows.texts(Path.of(folder.toString()), rules(Arguments.of("texts", options, "columns"))));
    }

    /** {@code npy(columns: [x: 'images.npy', y: 'labels.npy'])}: a row of each array per sample. */
    public Reader<Object> npy(Map<String, ?> options) {
        return ArrayRows.npy(names(Arguments.of("npy", options, "columns")));
    }

    /** {@code npz('digits.npz', columns: [x: 'images', y: 'labels'])}: arrays of one file. */
    public Reader<Object> npz(Map<String, ?> options, CharSequence file) {
        return ArrayRows.npz(Path.of(file.toString()), names(Arguments.of("npz", options, "columns")));
    }

    /** Numbers in these columns; {@code normalize: true}: less their mean, divided by their standard deviation. */
    public Rule numbers(Map<String, ?> options, List<? extends CharSequence> columns) {
        boolean normalized = Arguments.of("numbers", options, "normalize").flag("normalize", false);
        return Rule.numbers(columns.stream().map(CharSequence::toString).toList(), normalized);
    }

    /** Numbers as they are. */
    public Rule numbers(List<? extends CharSequence> columns) {
        return numbers(Map.of(), columns);
    }

    /** The number of the class that this column names; classes are numbered in alphabetical order. */
    public Rule classes(CharSequence column) {
        return new Rule.Classes(column.toString(), List.of());
    }

    /** The number of the class that the folder names. */
    public Rule classes() {
        return classes("class");
    }

    /** The words in this column, as numbers of a dictionary; {@code size: 5000} keeps the most frequent. For a variable with {@code lod_level: 1}. */
    public Rule words(Map<String, ?> options, CharSequence column) {
        return Rule.words(
                column.toString(), (int) Arguments.of("words", options, "size").integer("size", 0));
    }

    /** All words in this column. */
    public Rule words(CharSequence column) {
        return words(Map.of(), column);
    }

    /** All words of a text file. */
    public Rule words() {
        return words("text");
    }

    /** Whole numbers from 0 to {@code count} - 1. */
    public Rule ids(CharSequence column, int count) {
        return new Rule.Ids(column.toString(), count);
    }

    /** {@code image(size: 32, channels: 3)} or {@code size: [height, width]}: the picture scaled to this size, numbers from 0 to 1. */
    public Rule image(Map<String, ?> options) {
        Arguments named = Arguments.of("image", options, "size", "channels");
        List<Integer> size = options.get("size") instanceof List<?>
                ? named.list("size", Integer.class)
                : List.of((int) named.integer("size"), (int) named.integer("size"));
        if (size.size() != 2) {
            throw new ProgramException("image needs size, a number or [height, width], not " + size);
        }
        return new Rule.Picture(size.get(0), size.get(1), (int) named.integer("channels", 3));
    }

    private FileRows table(Arguments named, CharSequence file, char separator, boolean quotes) {
        List<String> header = named.names("header");
        return noted(FileRows.table(
                Path.of(file.toString()), separator, quotes, header == null ? List.of() : header, rules(named)));
    }

    private FileRows noted(FileRows rows) {
        process.reads(rows);
        return rows;
    }

    private static Map<String, Rule> rules(Arguments named) {
        Map<String, Rule> rules = new LinkedHashMap<>();
        named.map("columns")
                .forEach((name, rule) -> rules.put(
                        String.valueOf(name),
                        switch (rule) {
                            case Rule said -> said;
                            case CharSequence column -> Rule.numbers(List.of(column.toString()), false);
                            case List<?> columns ->
                                Rule.numbers(
                                        columns.stream().map(String::valueOf).toList(), false);
                            case null, default ->
                                throw new ProgramException("columns takes for '" + name
                                        + "' a column's name, a list of them, or a rule such as classes('kind'), not "
                                        + rule);
                        }));
        return rules;
    }

    private static Map<String, String> names(Arguments named) {
        Map<String, String> names = new LinkedHashMap<>();
        named.map("columns").forEach((name, text) -> names.put(String.valueOf(name), String.valueOf(text)));
        return names;
    }
}
