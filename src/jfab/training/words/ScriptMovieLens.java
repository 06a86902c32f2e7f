package jfab.training.words;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jfab.training.data.Reader;
import jfab.training.data.Sample;
import jfab.training.data.movielens.Movie;
import jfab.training.data.movielens.MovieLens;
import jfab.training.data.movielens.RatingGenerator;
import jfab.training.data.movielens.Split;
import jfab.training.data.movielens.Title;
import jfab.training.data.movielens.User;
import jfab.training.program.ProgramException;

/** MovieLens as a script has it: each place is opened once. */
final class ScriptMovieLens implements MovieLensWords {
    private final Map<Path, MovieLens> opened = new HashMap<>();

    @Override
    public Reader<Sample> movielens_train(String place) {
        return movielens_train(Map.of(), place);
    }

    @Override
    public Reader<Sample> movielens_train(Map<String, ?> options, String place) {
        Arguments named = Arguments.of("movielens_train", options, "title", "split");
        return open(place).train(choice(named, "split", Split.BY_CHANCE), choice(named, "title", Title.WORDS));
    }

    @Override
    public Reader<Sample> movielens_test(String place) {
        return movielens_test(Map.of(), place);
    }

    @Override
    public Reader<Sample> movielens_test(Map<String, ?> options, String place) {
        Arguments named = Arguments.of("movielens_test", options, "title", "split");
        return open(place).test(choice(named, "split", Split.BY_CHANCE), choice(named, "title", Title.WORDS));
    }

    @Override
    public int max_user_id(String place) {
        return Collections.max(open(place).users().keySet());
    }

    @Override
    public int max_movie_id(String place) {
        return Collections.max(open(place).movies().keySet());
    }

    @Override
    public int max_job_id(String place) {
        return open(place).users().values().stream().mapToInt(User::job).max().orElse(0);
    }

    @Override
    public List<Integer> age_table() {
        return User.AGES;
    }

    @Override
    public Map<String, Integer> movie_categories(String place) {
        return open(place).categories();
    }

    @Override
    public Map<String, Integer> get_movie_title_dict(String place) {
        return get_movie_title_dict(Map.of(), place);
    }

    @Override
    public Map<String, Integer> get_movie_title_dict(Map<String, ?> options, String place) {
        Arguments named = Arguments.of("get_movie_title_dict", options, "title");
        return open(place).titleNumbers(choice(named, "title", Title.WORDS));
    }

    @Override
    public Map<Integer, User> user_info(String place) {
        return open(place).users();
    }

    @Override
    public Map<Integer, Movie> movie_info(String place) {
        return open(place).movies();
    }

    @Override
    public void make_movielens(String folder, int users, int movies, int ratings, long seed) {
        RatingGenerator.write(Path.of(folder), users, movies, ratings, seed);
    }

    private MovieLens open(String place) {
        return opened.computeIfAbsent(Path.of(place), MovieLens::open);
    }

    /** The constant that an option names in small letters. */
    private static <E extends Enum<E>> E choice(Arguments named, String option, E preset) {
        String word = named.optionalText(option);
        if (word == null) {
            return preset;
        }
        E[] choices = preset.getDeclaringClass().getEnumConstants();
        return Arrays.stream(choices)
                .filter(choice -> choice.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new ProgramException(option + " '" + word + "' is not known; use "
                        + String.join(
                                " or ",
                                Arrays.stream(choices)
                                        .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                                        .toList())));
    }
}
