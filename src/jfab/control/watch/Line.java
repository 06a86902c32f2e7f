package jfab.control.watch;

/** A line of the screen. */
record Line(Look look, String text) {
    static Line plain(String text) {
        return new Line(Look.PLAIN, text);
    }

    static Line faint(String text) {
        return new Line(Look.FAINT, text);
    }
}
