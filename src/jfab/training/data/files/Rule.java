package jfab.training.data.files;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import jfab.training.data.Column;
import jfab.training.data.ReaderException;

/** How the fields of a sample become the numbers that one variable is fed. A rule that has to know the data learns it by {@link #fit}. */
public sealed interface Rule {
    /** A number, or a list of them, from fields of these names; {@code normalized}: less their mean, divided by their standard deviation. */
    static Rule numbers(List<String> fields, boolean normalized) {
        return new Numbers(fields, normalized ? Numbers.UNKNOWN : List.of(), List.of());
    }

    /** Words in the field {@code field}, whose dictionary is learned, with {@code most} words, or all where that is 0. */
    static Rule words(String field, int most) {
        return new Words(field, most, WordDictionary.of(List.of()));
    }

    /** What the sample has for the variable. */
    Column column(Item item);

    /** The fields that it reads; none of the sample's own file. */
    default List<String> fields() {
        return List.of();
    }

    /** This rule with what it needs to know of the samples that are trained on. */
    default Rule fit(Iterable<Item> items) {
        return this;
    }

    /** How many values there are to choose from: classes, words, ids; 0 for what is no choice. */
    default int size() {
        return 0;
    }

    /** The rule in texts, numbers and lists, which {@link #of} reads. */
    Map<String, Object> description();

    /** What {@link #description} has described. */
    static Rule of(Map<String, ?> described) {
        String field = String.valueOf(described.get("field"));
        return switch (String.valueOf(described.get("rule"))) {
            case "numbers" ->
                new Numbers(texts(described, "fields"), reals(described, "centre"), reals(described, "range"));
            case "classes" -> new Classes(field, texts(described, "names"));
            case "ids" -> new Ids(field, integer(described, "count"));
            case "words" -> new Words(field, 0, WordDictionary.of(texts(described, "dictionary")));
            case "picture" ->
                new Picture(integer(described, "height"), integer(described, "width"), integer(described, "channels"));
            default -> throw new ReaderException("there is no rule '" + described.get("rule") + "' for columns");
        };
    }

    /**
     * Numbers in fields, each less {@code centre} and divided by {@code range}.
     *
     * @param centre nothing where the numbers are taken as they are, or are to be learned by {@link #fit}
     * @param range as many as there are in {@code centre}
     */
    record Numbers(List<String> fields, List<Double> centre, List<Double> range) implements Rule {
        /** What Java would read besides, such as NaN, 1f or 0x1p3, is no number of a table. */
        private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

        private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");

        /** Up to there float32 has every whole number. */
        private static final float EXACT = 1 << 24;

        /** In place of a centre that {@link #fit} is to find. */
        static final List<Double> UNKNOWN = List.of(Double.NaN);

        public Numbers {
            fields = List.copyOf(fields);
            centre = List.copyOf(centre);
            range = List.copyOf(range);
        }

        @Override
        public Column column(Item item) {
            float[] values = new float[fields.size()];
            for (int i = 0; i < values.length; i++) {
                double number = number(item, fields.get(i));
                values[i] = (float) (centre.isEmpty() ? number : (number - centre.get(i)) / range.get(i));
                String text = item.field(fields.get(i)).strip();
                if (!Float.isFinite(values[i])) {
                    throw item.error("column '" + fields.get(i) + "': " + text + " is too large a number");
                }
                // What is written with a point is rounded as a matter of course; who counts, or names, expects the very
                // number.
                if (centre.isEmpty()
                        && Math.abs(number) > EXACT
                        && WHOLE.matcher(text).matches()
                        && new BigDecimal(text).compareTo(new BigDecimal(values[i])) != 0) {
                    throw item.error("column '" + fields.get(i) + "': " + text
                            + " is a whole number that float32 does not hold; normalize the column, or write it as "
                            + text
                            + ".0 where it may be rounded");
                }
            }
            return new Column.Reals(values);
        }

        @Override
        public Rule fit(Iterable<Item> items) {
            if (!centre.equals(UNKNOWN)) {
                return this;
            }
            double[] sum = new double[fields.size()];
            double[] square = new double[fields.size()];
            long count = 0;
            for (Item item : items) {
                count++;
                for (int i = 0; i < sum.length; i++) {
                    double number = number(item, fields.get(i));
                    // Means and squares of differences as they go along: sums of large squares would lose them.
                    double difference = number - sum[i];
                    sum[i] += difference / count;
                    square[i] += difference * (number - sum[i]);
                    if (!Double.isFinite(square[i])) {
                        throw item.error("column '" + fields.get(i) + "': "
                                + item.field(fields.get(i)).strip() + " is too large a number to normalize the column");
                    }
                }
            }
            List<Double> means = new ArrayList<>();
            List<Double> deviations = new ArrayList<>();
            for (int i = 0; i < sum.length; i++) {
                means.add(sum[i]);
                // A column that is the same everywhere says nothing; 0 / 0 would say NaN.
                deviations.add(square[i] == 0 ? 1 : Math.sqrt(square[i] / count));
            }
            return new Numbers(fields, means, deviations);
        }

        private static double number(Item item, String field) {
            String text = item.field(field).strip();
            if (!NUMBER.matcher(text).matches()) {
                throw item.error("column '" + field + "': "
                        + (text.isEmpty()
                                ? "there is nothing, and a number is needed"
                                : "'" + text + "' is not a number"));
            }
            return Double.parseDouble(text);
        }

        @Override
        public Map<String, Object> description() {
            return described("rule", "numbers", "fields", fields, "centre", centre, "range", range);
        }
    }

    /** The number of a text among all texts of a field, in alphabetical order; or among the names that are given. */
    record Classes(String field, List<String> names) implements Rule {
        public Classes {
            names = List.copyOf(names);
        }

        @Override
        public List<String> fields() {
            return List.of(field);
        }

        @Override
        public Column column(Item item) {
            String name = item.field(field).strip();
            int number = names.indexOf(name);
            if (number < 0) {
                throw item.error(
                        "'" + name + "' is no class of '" + field + "'; the classes are " + String.join(", ", names));
            }
            return Column.integers(number);
        }

        @Override
        public Rule fit(Iterable<Item> items) {
            if (!names.isEmpty()) {
                return this;
            }
            TreeSet<String> found = new TreeSet<>();
            for (Item item : items) {
                String name = item.field(field).strip();
                if (name.isEmpty()) {
                    throw item.error("column '" + field + "': there is nothing, and a class is needed");
                }
                found.add(name);
            }
            return new Classes(field, List.copyOf(found));
        }

        @Override
        public int size() {
            return names.size();
        }

        @Override
        public Map<String, Object> description() {
            return described("rule", "classes", "field", field, "names", names);
        }
    }

    /** A whole number from 0 to {@code count} - 1. */
    record Ids(String field, int count) implements Rule {
        @Override
        public List<String> fields() {
            return List.of(field);
        }

        @Override
        public Column column(Item item) {
            String text = item.field(field).strip();
            if (!text.matches("\\d{1,9}") || Integer.parseInt(text) >= count) {
                throw item.error(
                        "column '" + field + "': '" + text + "' is not a whole number from 0 to " + (count - 1));
            }
            return Column.integers(Integer.parseInt(text));
        }

        @Override
        public int size() {
            return count;
        }

        @Override
        public Map<String, Object> description() {
            return described("rule", "ids", "field", field, "count", count);
        }
    }

    /**
     * The words of a text as their numbers in a dictionary, the last of which stands for all other words.
     *
     * @param most how many words a dictionary that {@link #fit} makes may have; 0 for all
     * @param dictionary nothing before {@link #fit}
     */
    record Words(String field, int most, WordDictionary dictionary) implements Rule {
        @Override
        public List<String> fields() {
            return List.of(field);
        }

        @Override
        public Column column(Item item) {
            return new Column.Integers(dictionary.numbers(item.field(field)));
        }

        @Override
        public Rule fit(Iterable<Item> items) {
            return size() == 0 ? new Words(field, most, WordDictionary.most(items, field, most)) : this;
        }

        @Override
        public int size() {
            return dictionary.words().size();
        }

        @Override
        public Map<String, Object> description() {
            return described("rule", "words", "field", field, "dictionary", dictionary.words());
        }
    }

    /** The file as a picture of this size, numbers from 0 to 1, one channel after the other. */
    record Picture(int height, int width, int channels) implements Rule {
        public Picture {
            if (height < 1 || width < 1 || (channels != 1 && channels != 3)) {
                throw new ReaderException("a picture has a size of 1 or more and 1 or 3 channels, not " + height
                        + " by " + width + " and " + channels);
            }
        }

        @Override
        public Column column(Item item) {
            return new Column.Reals(PictureFile.read(item.file()).numbers(height, width, channels));
        }

        @Override
        public Map<String, Object> description() {
            return described("rule", "picture", "height", height, "width", width, "channels", channels);
        }
    }

    private static Map<String, Object> described(Object... pairs) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            all.put((String) pairs[i], pairs[i + 1]);
        }
        return all;
    }

    private static List<String> texts(Map<String, ?> described, String name) {
        return list(described, name).stream().map(String::valueOf).toList();
    }

    private static List<Double> reals(Map<String, ?> described, String name) {
        return list(described, name).stream()
                .map(value -> ((Number) value).doubleValue())
                .toList();
    }

    private static List<?> list(Map<String, ?> described, String name) {
        if (!(described.get(name) instanceof List<?> list)) {
            throw new ReaderException("the rule '" + described.get("rule") + "' has no list of " + name);
        }
        return list;
    }

    private static int integer(Map<String, ?> described, String name) {
        if (!(described.get(name) instanceof Number number)) {
            throw new ReaderException("the rule '" + described.get("rule") + "' has no " + name);
        }
        return number.intValue();
    }
}
