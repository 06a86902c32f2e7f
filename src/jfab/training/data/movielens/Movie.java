package jfab.training.data.movielens;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is rated.
 *
 * @param title without the year
 * @param categories its genres, in the file's order
 */
public record Movie(int id, String title, List<String> categories) {
    private static final Pattern TITLE_AND_YEAR = Pattern.compile("(.*)\\(\\d+\\)\\s*");

    public Movie {
        categories = List.copyOf(categories);
    }

    /** From {@code MovieID::Title (Year)::Genre|Genre}. */
    static Movie parse(Fields fields) {
        Matcher year = TITLE_AND_YEAR.matcher(fields.text(1));
        String title = (year.matches() ? year.group(1) : fields.text(1)).strip();
        if (title.isEmpty() || fields.text(2).isBlank()) {
            throw fields.line().error(": the movie has no " + (title.isEmpty() ? "title" : "genre"));
        }
        return new Movie(fields.number(0), title, List.of(fields.text(2).strip().split("\\|")));
    }

    /** The title in small letters, cut at blanks. */
    public List<String> words() {
        return List.of(title.toLowerCase(Locale.ROOT).split("\\s+"));
    }

    /** The characters of the title, blanks among them. */
    public List<String> characters() {
        return title.chars().mapToObj(Character::toString).toList();
    }
}
