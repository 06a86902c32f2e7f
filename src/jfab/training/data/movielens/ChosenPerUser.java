package jfab.training.data.movielens;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Of each user's ratings, which stand together in the file, one in ten, or the others. */
final class ChosenPerUser implements Iterator<Rating> {
    private static final int TEST_SHARE = 10;

    private final Iterator<Rating> all;
    private final boolean test;
    private @Nullable Rating ahead;
    private Iterator<Rating> chosen = Collections.emptyIterator();

    ChosenPerUser(Iterator<Rating> all, boolean test) {
        this.all = all;
        this.test = test;
        this.ahead = following();
    }

    @Override
    public boolean hasNext() {
        for (Rating first = ahead; !chosen.hasNext() && first != null; first = ahead) {
            List<Rating> ratings = new ArrayList<>();
            for (Rating next = first; next != null && next.user().equals(first.user()); next = following()) {
                ratings.add(next);
            }
            chosen = choose(first.user(), ratings);
        }
        return chosen.hasNext();
    }

    @Override
    public Rating next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return chosen.next();
    }

    private @Nullable Rating following() {
        ahead = all.hasNext() ? all.next() : null;
        return ahead;
    }

    /** The same choice in each pass and process, since it follows from the user alone. */
    private Iterator<Rating> choose(User user, List<Rating> ratings) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, ratings.size()).boxed().toList());
        Collections.shuffle(order, new Random(user.id()));
        Set<Integer> forTest = new HashSet<>(order.subList(0, ratings.size() / TEST_SHARE));
        return IntStream.range(0, ratings.size())
                .filter(index -> forTest.contains(index) == test)
                .mapToObj(ratings::get)
                .iterator();
    }
}
