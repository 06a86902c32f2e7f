package jfab.control.cli.output;

import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/** Colours for text on a terminal, or none. */
record Paint(boolean on) {
    // Bright blue and black are unreadable on one background or the other; red is for errors.
    private static final List<Integer> HOST_COLOURS = List.of(
            AttributedStyle.CYAN,
            AttributedStyle.GREEN,
            AttributedStyle.YELLOW,
            AttributedStyle.MAGENTA,
            AttributedStyle.BLUE);

    /** {@code text} in the colour of the host with this place in the run. */
    String host(int place, String text) {
        return in(
                AttributedStyle.DEFAULT.foreground(HOST_COLOURS.get(Math.floorMod(place, HOST_COLOURS.size()))), text);
    }

    String good(String text) {
        return in(AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN), text);
    }

    String bad(String text) {
        return in(AttributedStyle.DEFAULT.foreground(AttributedStyle.RED), text);
    }

    private String in(AttributedStyle style, String text) {
        return on ? new AttributedString(text, style).toAnsi() : text;
    }
}
