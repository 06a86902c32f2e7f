package jfab.training.data.movielens;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import jfab.training.data.DataException;

/** Makes a small set of ratings that a network can learn, in the files and the format of ml-1m. */
public final class RatingGenerator {
    private static final int JOBS = 21;

    private final Random random;
    private final Taste taste;

    private RatingGenerator(long seed) {
        random = new Random(seed);
        taste = new Taste(random);
    }

    /**
     * Writes {@code users.dat}, {@code movies.dat} and {@code ratings.dat} into {@code folder}, which is made where it is
     * missing.
     *
     * @param users how many users, at least 1; each rates about as many movies
     * @param movies how many movies, at least 1
     * @param ratings how many ratings in all
     * @param seed decides everything
     */
    public static void write(Path folder, int users, int movies, int ratings, long seed) {
        if (users < 1 || movies < 1) {
            throw new DataException(folder, "needs at least one user and one movie");
        }
        try {
            Files.createDirectories(folder);
            new RatingGenerator(seed).write(folder, users, movies, ratings);
        } catch (IOException e) {
            throw new DataException(folder, "cannot be written: " + e.getMessage(), e);
        }
    }

    private void write(Path folder, int users, int movies, int ratings) throws IOException {
        List<User> people = new ArrayList<>();
        List<Movie> films = new ArrayList<>();
        try (Writer out = open(folder, MovieLensFiles.USERS)) {
            for (int id = 1; id <= users; id++) {
                User user = new User(id, random.nextInt(2), random.nextInt(User.AGES.size()), random.nextInt(JOBS));
                people.add(user);
                out.write(id + (user.gender() == 0 ? "::M::" : "::F::") + User.AGES.get(user.age()) + "::" + user.job()
                        + "::" + (10000 + random.nextInt(80000)) + "\n");
            }
        }
        try (Writer out = open(folder, MovieLensFiles.MOVIES)) {
            for (int id = 1; id <= movies; id++) {
                Movie movie = new Movie(id, "The " + one(Taste.WORDS) + " " + one(Taste.WORDS), genres());
                films.add(movie);
                out.write(id + "::" + movie.title() + " (" + (1930 + random.nextInt(71)) + ")::"
                        + String.join("|", movie.categories()) + "\n");
            }
        }
        try (Writer out = open(folder, MovieLensFiles.RATINGS)) {
            for (int i = 0; i < ratings; i++) {
                // All of one user's ratings stand together, as in the real file.
                User user = people.get((int) ((long) i * users / ratings));
                Movie movie = one(films);
                out.write(user.id() + "::" + movie.id() + "::" + taste.stars(user, movie) + "::" + (978300000 + i)
                        + "\n");
            }
        }
    }

    private List<String> genres() {
        String first = one(Taste.GENRES);
        String second = one(Taste.GENRES);
        return first.equals(second) ? List.of(first) : List.of(first, second);
    }

    private <T> T one(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    private static Writer open(Path folder, String name) throws IOException {
        return Files.newBufferedWriter(folder.resolve(name), StandardCharsets.ISO_8859_1);
    }
}
