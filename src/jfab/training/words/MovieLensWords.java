package jfab.training.words;

import java.util.List;
import java.util.Map;
import jfab.training.data.Reader;
import jfab.training.data.Sample;
import jfab.training.data.movielens.Movie;
import jfab.training.data.movielens.User;

/**
 * Words for MovieLens's ml-1m, those of Fluid's {@code paddle.dataset.movielens}.
 *
 * <p>In all of them {@code place} is {@code ml-1m.zip}, or a folder that holds it or its files.
 */
public interface MovieLensWords {
    /**
     * Ratings to train on: user id, gender, age class, job, movie id, genres, title, score. Genres and title are as long as the
     * movie has them; the score is twice the stars less five.
     */
    Reader<Sample> movielens_train(String place);

    /**
     * {@code movielens_train(place, title: 'characters', split: 'per_user')}: as version 1 reads them.
     *
     * @param options {@code title}: {@code words} or {@code characters}; {@code split}: {@code by_chance}, Fluid's, or
     *     {@code per_user}, one in ten of each user
     */
    Reader<Sample> movielens_train(Map<String, ?> options, String place);

    /** The ratings that {@link #movielens_train(String)} leaves out. */
    Reader<Sample> movielens_test(String place);

    /** The ratings that {@link #movielens_train(Map, String)} leaves out. */
    Reader<Sample> movielens_test(Map<String, ?> options, String place);

    /** The largest id of a user. */
    int max_user_id(String place);

    /** The largest id of a movie. */
    int max_movie_id(String place);

    /** The largest number of an occupation. */
    int max_job_id(String place);

    /** The youngest of each class of ages. */
    List<Integer> age_table();

    /** The number of each genre. */
    Map<String, Integer> movie_categories(String place);

    /** The number of each word in titles. */
    Map<String, Integer> get_movie_title_dict(String place);

    /** {@code get_movie_title_dict(place, title: 'characters')}: the number of each character in titles. */
    Map<String, Integer> get_movie_title_dict(Map<String, ?> options, String place);

    /** All users by id. */
    Map<Integer, User> user_info(String place);

    /** All movies by id. */
    Map<Integer, Movie> movie_info(String place);

    /** Writes small generated ratings into {@code folder}, in the files of ml-1m. */
    void make_movielens(String folder, int users, int movies, int ratings, long seed);
}
