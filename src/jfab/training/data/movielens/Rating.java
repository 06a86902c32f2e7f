package jfab.training.data.movielens;

import java.util.Map;
import jfab.training.data.TextLine;

/** What one user thinks of one movie, in 1 to 5 stars. */
record Rating(User user, Movie movie, int stars) {
    /** From {@code UserID::MovieID::Rating::Timestamp}. */
    static Rating parse(TextLine line, Map<Integer, User> users, Map<Integer, Movie> movies) {
        Fields fields = Fields.of(line, 4);
        User user = users.get(fields.number(0));
        if (user == null) {
            throw line.error(": user " + fields.text(0) + " is not in " + MovieLensFiles.USERS);
        }
        Movie movie = movies.get(fields.number(1));
        if (movie == null) {
            throw line.error(": movie " + fields.text(1) + " is not in " + MovieLensFiles.MOVIES);
        }
        int stars = fields.number(2);
        if (stars < 1 || stars > 5) {
            throw line.error(": the rating " + stars + " is not one of 1 to 5");
        }
        return new Rating(user, movie, stars);
    }

    /** From -3 for one star to 5 for five. */
    float score() {
        return 2 * stars - 5;
    }
}
