package jfab.control.cli.output;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** The last line of a terminal, rewritten in place; other lines are printed above it. */
final class FootLine implements ProgressBarConsumer {
    // The width of the terminal costs a native library to learn; a bar of this width fits everywhere.
    private static final int WIDTH = 79;

    private final PrintStream stream;
    private String shown = "";
    private boolean hidden;
    // The bar's own thread may be on its way here while the bar is closed.
    private boolean closed;

    FootLine(PrintStream stream) {
        this.stream = stream;
    }

    @Override
    public int getMaxRenderedLength() {
        return WIDTH;
    }

    @Override
    public synchronized void accept(String text) {
        if (closed) {
            return;
        }
        erase();
        shown = text;
        redraw();
    }

    @Override
    public synchronized void clear() {
        erase();
        shown = "";
    }

    /** Blanks the line, prints, and puts the line below; the bar's own thread waits meanwhile. */
    synchronized void above(Runnable printing) {
        erase();
        printing.run();
        redraw();
    }

    /** Takes the line away until it is not to be hidden any more. */
    synchronized void hide(boolean now) {
        if (now) {
            erase();
            hidden = true;
        } else if (hidden) {
            hidden = false;
            redraw();
        }
    }

    /** Takes {@code text} for what stands there already. */
    synchronized void stands(String text) {
        shown = text;
    }

    private void erase() {
        if (!hidden && !shown.isEmpty()) {
            stream.print("\r" + " ".repeat(shown.length()) + "\r");
            // What is printed next may go to another stream of the same terminal.
            stream.flush();
        }
    }

    private void redraw() {
        if (!hidden) {
            stream.print(shown);
            stream.flush();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (!hidden && !shown.isEmpty()) {
            stream.print("\n");
            stream.flush();
            shown = "";
        }
    }
}
