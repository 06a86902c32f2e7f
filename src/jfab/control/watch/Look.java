package jfab.control.watch;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/** What a line of the screen is, and so what it looks like. */
enum Look {
    TITLE,
    HEAD,
    PLAIN,
    CURVE,
    FAINT,
    BAD,
    SLOW;

    AttributedString of(String text) {
        return new AttributedString(text, style());
    }

    private AttributedStyle style() {
        AttributedStyle plain = AttributedStyle.DEFAULT;
        return switch (this) {
            case TITLE -> plain.inverse().bold();
            case HEAD -> plain.bold();
            case PLAIN -> plain;
            case CURVE -> plain.foreground(AttributedStyle.CYAN);
            case FAINT -> plain.faint();
            case BAD -> plain.foreground(AttributedStyle.RED);
            case SLOW -> plain.foreground(AttributedStyle.YELLOW);
        };
    }
}
