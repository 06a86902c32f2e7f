package jfab.training.data.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import jfab.training.data.ByteOrderMark;
import jfab.training.data.DataException;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * One pass over the lines of a table in UTF-8, plain or compressed by gzip; blank lines are passed over. Quotes are as RFC 4180 has them, or
 * letters like others, as in text/tab-separated-values: there, rows between two quotes would become one field without a word.
 */
final class TableLines implements Iterator<Item> {
    /** What the parser says of quotes that do not pair, with the line. */
    private static final Pattern UNFINISHED = Pattern.compile("(startline|at line:) ([\\d.,'\u2019\u00a0\u202f]*\\d)");

    private final Path file;
    private final CSVParser parser;
    private final Iterator<CSVRecord> records;
    private final FileKind.Table table;
    private List<String> header;

    TableLines(Path file, FileKind.Table table) {
        this.file = file;
        this.table = table;
        try {
            InputStream raw = Files.newInputStream(file);
            InputStream in = ByteOrderMark.without(new BufferedInputStream(
                    file.toString().endsWith(".gz") ? new GZIPInputStream(raw, 1 << 16) : raw, 1 << 16));
            CSVFormat format = CSVFormat.DEFAULT
                    .builder()
                    .setDelimiter(table.separator())
                    .setQuote(table.quotes() ? '"' : null)
                    .get();
            parser = CSVParser.parse(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()), format);
        } catch (IOException e) {
            throw DataException.reading(file, e);
        }
        records = parser.iterator();
        header = table.header().isEmpty() ? names() : List.of();
    }

    private List<String> names() {
        if (!hasNext()) {
            throw new DataException(file, "is empty; its first line names the columns");
        }
        List<String> names = fields(records.next()).stream().map(String::strip).toList();
        LinkedHashSet<String> once = new LinkedHashSet<>(names);
        if (once.size() < names.size() || once.contains("")) {
            throw new DataException(
                    file, "line 1: names of columns are missing or there twice: " + String.join(", ", names));
        }
        return names;
    }

    /** Several spaces stand for one, as tables that are aligned have them. */
    private List<String> fields(CSVRecord record) {
        return record.stream()
                .filter(field -> table.separator() != ' ' || !field.isEmpty())
                .toList();
    }

    /** The names of as many fields as a file without names has in each line. */
    private List<String> names(int fields) {
        return fields == table.needed().size() ? table.needed() : table.header();
    }

    @Override
    public boolean hasNext() {
        try {
            boolean more = records.hasNext();
            if (!more) {
                parser.close();
            }
            return more;
        } catch (UncheckedIOException e) {
            throw problem(Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw problem(e);
        }
    }

    @Override
    public Item next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        CSVRecord record = records.next();
        String place = "line " + parser.getCurrentLineNumber() + ": ";
        List<String> values = fields(record);
        if (header.isEmpty()) {
            header = names(values.size());
        }
        if (values.size() != header.size()) {
            throw new DataException(
                    file,
                    place + "there " + (values.size() == 1 ? "is 1 field" : "are " + values.size() + " fields")
                            + ", and "
                            + header.size() + " columns: " + String.join(", ", header)
                            + Item.separated(values));
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < header.size(); i++) {
            fields.put(header.get(i), values.get(i));
        }
        return new Item(file, place, fields);
    }

    private DataException problem(IOException e) {
        String line = "line " + (parser.getCurrentLineNumber() + 1) + ": ";
        Matcher unfinished = UNFINISHED.matcher(String.valueOf(e.getMessage()));
        if (e instanceof CSVException && unfinished.find()) {
            boolean open = unfinished.group(1).equals("startline");
            return new DataException(
                    file,
                    "line " + unfinished.group(2).replaceAll("\\D", "") + ": "
                            + (open
                                    ? "the field with a quote before it has none behind it"
                                    : "something stands between a closing quote and the next separator")
                            + "; a quote within quotes is written twice");
        }
        return switch (e) {
            case CharacterCodingException _ -> new DataException(file, "near " + line + "is not UTF-8", e);
            case CSVException _ -> new DataException(file, line + e.getMessage());
            default -> DataException.reading(file, e);
        };
    }
}
