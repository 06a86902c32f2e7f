package jfab.training.data.movielens;

import java.util.List;
import java.util.Random;

/** Made-up opinions that follow a rule: who likes which genre, which movies are good, and some chance. */
record Taste(Random random) {
    static final List<String> GENRES = List.of(
            "Action",
            "Adventure",
            "Animation",
            "Children's",
            "Comedy",
            "Crime",
            "Documentary",
            "Drama",
            "Fantasy",
            "Film-Noir",
            "Horror",
            "Musical",
            "Mystery",
            "Romance",
            "Sci-Fi",
            "Thriller",
            "War",
            "Western");

    /** Words of titles, the better movie's first. */
    static final List<String> WORDS =
            List.of("Grand", "Golden", "Lost", "Last", "Amélie's", "Silent", "Midnight", "Return", "Cheap", "Revenge");

    /** From 1 to 5 stars. */
    int stars(User user, Movie movie) {
        int genre = GENRES.indexOf(movie.categories().getFirst());
        boolean likes = (genre + user.age() + 3 * user.gender()) % 3 == 0;
        double quality = 1 - WORDS.indexOf(middleWord(movie.title())) / 4.5;
        return Math.clamp(Math.round(2.7 + (likes ? 1.6 : -0.6) + quality + 0.4 * random.nextGaussian()), 1, 5);
    }

    private static String middleWord(String title) {
        return title.substring(title.indexOf(' ') + 1, title.lastIndexOf(' '));
    }
}
