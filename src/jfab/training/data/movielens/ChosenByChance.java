package jfab.training.data.movielens;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The ratings that a random number chooses, one number per rating. */
final class ChosenByChance implements Iterator<Rating> {
    private static final double TEST_SHARE = 0.1;

    private final Iterator<Rating> all;
    private final boolean test;
    private final MersenneTwister random = new MersenneTwister(0);
    private @Nullable Rating following;

    ChosenByChance(Iterator<Rating> all, boolean test) {
        this.all = all;
        this.test = test;
    }

    @Override
    public boolean hasNext() {
        while (following == null && all.hasNext()) {
            Rating rating = all.next();
            if (random.nextDouble() < TEST_SHARE == test) {
                following = rating;
            }
        }
        return following != null;
    }

    @Override
    public Rating next() {
        if (!hasNext() || following == null) {
            throw new NoSuchElementException();
        }
        Rating rating = following;
        following = null;
        return rating;
    }
}
