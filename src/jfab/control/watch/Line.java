package jfab.control.watch;

import jfab.PlainText;

/** A line of the screen. */
record Line(Look look, String text) {
    Line {
        text = PlainText.of(text);
    }

    static Line plain(String text) {
        return new Line(Look.PLAIN, text);
    }

    static Line faint(String text) {
        return new Line(Look.FAINT, text);
    }
}
