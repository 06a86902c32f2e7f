package jfab.control.cli;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import jfab.control.connection.command.TerminalWindow;
import jfab.control.connection.command.UserTerminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** This process's terminal, left as it is: many commands may watch its size at the same time. */
final class UserWindow implements TerminalWindow {
    private final Set<Consumer<Size>> watching = new LinkedHashSet<>();
    // Opened when somebody asks: it loads a native library.
    private Optional<Terminal> terminal = Optional.empty();
    private boolean opened;
    private @Nullable Object previous;

    @Override
    public String type() {
        return terminal().map(Terminal::getType).orElse("xterm");
    }

    @Override
    public Size size() {
        return terminal()
                .map(here -> new Size(here.getWidth(), here.getHeight()))
                .filter(size -> size.columns() > 0 && size.rows() > 0)
                .orElse(new Size(80, 24));
    }

    @Override
    public synchronized Watch watch(Consumer<Size> told) {
        if (watching.isEmpty()) {
            // First: JLine takes this signal when it opens the terminal.
            terminal();
            previous = Signals.register("WINCH", this::changed);
        }
        watching.add(told);
        return () -> forget(told);
    }

    private synchronized void forget(Consumer<Size> told) {
        if (watching.remove(told) && watching.isEmpty() && previous != null) {
            Signals.unregister("WINCH", previous);
        }
    }

    private void changed() {
        Size size = size();
        watchers().forEach(each -> each.accept(size));
    }

    private synchronized List<Consumer<Size>> watchers() {
        return List.copyOf(watching);
    }

    /** Empty where it is of a kind that nobody knows; commands then get an ordinary one. */
    private synchronized Optional<Terminal> terminal() {
        if (!opened) {
            opened = true;
            try {
                terminal = Optional.of(
                        TerminalBuilder.builder().system(true).dumb(false).build());
            } catch (IOException | IllegalStateException e) {
                // It stays empty.
            }
        }
        return terminal;
    }
}
