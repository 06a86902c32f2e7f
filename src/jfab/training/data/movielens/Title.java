package jfab.training.data.movielens;

import java.util.List;

/** What a title is cut into. */
public enum Title {
    /** Fluid's: words in small letters. */
    WORDS,
    /** Those of version 1. */
    CHARACTERS;

    List<String> parts(Movie movie) {
        return switch (this) {
            case WORDS -> movie.words();
            case CHARACTERS -> movie.characters();
        };
    }
}
