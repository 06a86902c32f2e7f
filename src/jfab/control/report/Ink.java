package jfab.control.report;

/** How a shape looks; a page says in which colours, for light and for dark, a picture for light. */
sealed interface Ink {
    /** What is no curve. */
    enum Tone implements Ink {
        GRID,
        TEXT,
        FAINT
    }

    /** One of the colours that curves are told apart by, from 0. */
    record Hue(int number) implements Ink {
        static final int COUNT = 8;
    }

    /** The colour of the curve {@code number}; of many curves some have the same. */
    static Ink series(int number) {
        return new Hue(number % Hue.COUNT);
    }

    /** The class that a page gives it. */
    default String word() {
        return switch (this) {
            case Tone.GRID -> "grid";
            case Tone.TEXT -> "text";
            case Tone.FAINT -> "faint";
            case Hue hue -> "series-" + (hue.number() + 1);
        };
    }
}
