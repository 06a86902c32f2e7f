package jfab.control.watch;

import jfab.PlainText;

/** A line of the screen. */
record ScreenLine(Look look, String text) {
    ScreenLine {
        text = PlainText.of(text);
    }

    static ScreenLine plain(String text) {
        return new ScreenLine(Look.PLAIN, text);
    }

    static ScreenLine faint(String text) {
        return new ScreenLine(Look.FAINT, text);
    }
}
