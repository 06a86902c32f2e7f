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
import jfab.training.words.network.Arguments;

/**
 * Words for MovieLens's ml-1m, those of Fluid's {@code paddle.dataset.movielens}.
 *
 * <p>In all of them {@code place} is {@code ml-1m.zip}, or a folder that holds it or its files.
 */
public final class MovieLensWords {
    private final Map<Path, MovieLens> opened = new HashMap<>();

    /**
     * Ratings to train on: user id, gender, age class, job, movie id, genres, title, score. Genres and title are as long as the
     * movie has them; the score is twice the stars less five.
     */
    public Reader<Sample> movielens_train(String place) {
        return movielens_train(Map.of(), place);
    }

    /**
     * {@code movielens_train(place, title: 'characters', split: 'per_user')}: as version 1 reads them.
     *
     * @param options {@code title}: {@code words} or {@code characters}; {@code split}: {@code by_chance}, Fluid's, or
     *     {@code per_user}, one in ten of each user
     */
    public Reader<Sample> movielens_train(Map<String, ?> options, String place) {
        Arguments named = Arguments.of("movielens_train", options, "title", "split");
        return open(place).train(choice(named, "split", Split.BY_CHANCE), choice(named, "title", Title.WORDS));
    }

    /** The ratings that {@link #movielens_train(String)} leaves out. */
    public Reader<Sample> movielens_test(String place) {
        return movielens_test(Map.of(), place);
    }

    /** The ratings that {@link #movielens_train(Map, String)} leaves out. */
    public Reader<Sample> movielens_test(Map<String, ?> options, String place) {
        Arguments named = Arguments.of("movielens_test", options, "title", "split");
        return open(place).test(choice(named, "split", Split.BY_CHANCE), choice(named, "title", Title.WORDS));
    }

    /** The largest id of a user. */
    public int max_user_id(String place) {
        return Collections.max(open(place).users().keySet());
    }

    /** The largest id of a movie. */
    public int max_movie_id(String place) {
        return Collections.max(open(place).movies().keySet());
    }

    /** The largest number of an occupation. */
    public int max_job_id(String place) {
        return open(place).users().values().stream().mapToInt(User::job).max().orElse(0);
    }

    /** The youngest of each class of ages. */
    public List<Integer> age_table() {
        return User.AGES;
    }

    /** The number of each genre. */
    public Map<String, Integer> movie_categories(String place) {
        return open(place).categories();
    }

    /** The number of each word in titles. */
    public Map<String, Integer> get_movie_title_dict(String place) {
        return get_movie_title_dict(Map.of(), place);
    }

    /** {@code get_movie_title_dict(place, title: 'characters')}: the number of each character in titles. */
    public Map<String, Integer> get_movie_title_dict(Map<String, ?> options, String place) {
        Arguments named = Arguments.of("get_movie_title_dict", options, "title");
        return open(place).titleNumbers(choice(named, "title", Title.WORDS));
    }

    /** All users by id. */
    public Map<Integer, User> user_info(String place) {
        return open(place).users();
    }

    /** All movies by id. */
    public Map<Integer, Movie> movie_info(String place) {
        return open(place).movies();
    }

    /** Writes small generated ratings into {@code folder}, in the files of ml-1m. */
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
