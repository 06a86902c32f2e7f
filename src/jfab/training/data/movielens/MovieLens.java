package jfab.training.data.movielens;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import jfab.training.data.Column;
import jfab.training.data.Reader;
import jfab.training.data.Sample;
import jfab.training.data.TextLines;

/**
 * MovieLens's ml-1m, a million ratings of movies. Users and movies are held in memory; ratings are read as they are asked for.
 *
 * <p>A sample has eight columns: the user's id, gender, age class and job; the movie's id, genres and title, the latter two as
 * long as the movie has them; the score, twice the stars less five.
 */
public final class MovieLens {
    private final MovieLensFiles files;
    private final Map<Integer, User> users;
    private final Map<Integer, Movie> movies;

    private MovieLens(MovieLensFiles files) {
        this.files = files;
        this.users = files.table(MovieLensFiles.USERS, 5, User::parse, User::id);
        this.movies = files.table(MovieLensFiles.MOVIES, 3, Movie::parse, Movie::id);
    }

    /**
     * Reads users and movies.
     *
     * @param place {@code ml-1m.zip}, or a folder that holds it, its folder {@code ml-1m} or the three files
     */
    public static MovieLens open(Path place) {
        return new MovieLens(MovieLensFiles.find(place));
    }

    /** All users by id, in the file's order. */
    public Map<Integer, User> users() {
        return users;
    }

    /** All movies by id, in the file's order. */
    public Map<Integer, Movie> movies() {
        return movies;
    }

    /** The number of each genre, counted in alphabetical order. */
    public Map<String, Integer> categories() {
        return numbered(Movie::categories);
    }

    /** The number of each word or character in titles, counted in their order. */
    public Map<String, Integer> titleNumbers(Title title) {
        return numbered(title::parts);
    }

    /** The ratings to train on. */
    public Reader<Sample> train(Split split, Title title) {
        return reader(split, title, false);
    }

    /** The ratings to test with. */
    public Reader<Sample> test(Split split, Title title) {
        return reader(split, title, true);
    }

    private Reader<Sample> reader(Split split, Title title, boolean test) {
        files.check(MovieLensFiles.RATINGS);
        Map<String, Integer> genres = categories();
        Map<String, Integer> parts = titleNumbers(title);
        Map<Movie, List<Column>> columns = new LinkedHashMap<>();
        for (Movie movie : movies.values()) {
            columns.put(
                    movie,
                    List.of(
                            Column.integers(movie.id()),
                            numbers(movie.categories(), genres),
                            numbers(title.parts(movie), parts)));
        }
        return () -> samples(split.half(ratings(), test), columns);
    }

    private Iterator<Rating> ratings() {
        TextLines lines = files.lines(MovieLensFiles.RATINGS);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return lines.hasNext();
            }

            @Override
            public Rating next() {
                return Rating.parse(lines.next(), users, movies);
            }
        };
    }

    private static Iterator<Sample> samples(Iterator<Rating> ratings, Map<Movie, List<Column>> movies) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return ratings.hasNext();
            }

            @Override
            public Sample next() {
                Rating rating = ratings.next();
                User user = rating.user();
                List<Column> movie = movies.getOrDefault(rating.movie(), List.of());
                return Sample.of(
                        Column.integers(user.id()),
                        Column.integers(user.gender()),
                        Column.integers(user.age()),
                        Column.integers(user.job()),
                        movie.get(0),
                        movie.get(1),
                        movie.get(2),
                        Column.reals(rating.score()));
            }
        };
    }

    private Map<String, Integer> numbered(Function<Movie, Collection<String>> parts) {
        TreeSet<String> sorted = new TreeSet<>();
        movies.values().forEach(movie -> sorted.addAll(parts.apply(movie)));
        Map<String, Integer> numbers = new LinkedHashMap<>();
        sorted.forEach(part -> numbers.put(part, numbers.size()));
        return numbers;
    }

    private static Column numbers(List<String> parts, Map<String, Integer> numbers) {
        return Column.integers(
                parts.stream().mapToLong(part -> numbers.getOrDefault(part, 0)).toArray());
    }
}
