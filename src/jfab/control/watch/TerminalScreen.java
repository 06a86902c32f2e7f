package jfab.control.watch;

import java.io.IOError;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jline.utils.ShutdownHooks;
import org.jline.utils.Signals;

/** The whole of the user's terminal, for as long as this is open; then it is what it was. */
final class TerminalScreen implements AutoCloseable {
    private final Terminal terminal;
    private final Attributes before;
    private final Display display;
    private final BindingReader reader;
    private final KeyMap<Key> keys;
    private final Rescue rescue;
    private final Object formerResize;
    private final Object formerResume;
    /** To ask for the size is to start a process. */
    private volatile boolean resized = true;

    private Size size = new Size(80, 24);
    /** Whether this process was stopped: whoever has had the terminal meanwhile has left it as it pleased. */
    private volatile boolean resumed;

    private volatile boolean leaving;
    private boolean restored;

    private TerminalScreen(Terminal terminal, Rescue rescue) {
        this.terminal = terminal;
        this.rescue = rescue;
        before = terminal.enterRawMode();
        reader = new BindingReader(terminal.reader());
        display = new Display(terminal, true);
        keys = Key.of(terminal);
        formerResize = Signals.register("WINCH", () -> resized = true);
        formerResume = Signals.register("CONT", () -> resumed = true);
        rescue.of(this);
        enter();
    }

    private void enter() {
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    /** The terminal that this process reads from and writes to; empty where there is none that can be drawn on. */
    static Optional<TerminalScreen> open() {
        // Tasks run in the order in which they are added, this one before that of the library.
        Rescue rescue = ShutdownHooks.add(new Rescue());
        try {
            Terminal terminal = TerminalBuilder.builder()
                    .system(true)
                    .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                    .dumb(false)
                    // Ctrl-C stays what it is for every task.
                    .nativeSignals(false)
                    .encoding(StandardCharsets.UTF_8)
                    .build();
            return Optional.of(new TerminalScreen(terminal, rescue));
        } catch (IOException | IllegalStateException e) {
            ShutdownHooks.remove(rescue);
            return Optional.empty();
        }
    }

    int columns() {
        return size().getColumns();
    }

    int rows() {
        return size().getRows();
    }

    private Size size() {
        if (resized) {
            resized = false;
            Size now = terminal.getSize();
            size = now.getColumns() > 0 && now.getRows() > 0 ? now : size;
        }
        return size;
    }

    /** Shows {@code lines}, which are as many as there are rows. */
    synchronized void draw(List<ScreenLine> lines) {
        if (leaving) {
            return;
        }
        if (resumed) {
            resumed = false;
            resized = true;
            terminal.enterRawMode();
            enter();
            display.clear();
        }
        display.resize(rows(), columns());
        // The display keeps the list, and moves lines in it when the next picture is scrolled.
        List<AttributedString> drawn = new ArrayList<>();
        lines.forEach(line -> drawn.add(line.look().of(line.text())));
        display.update(drawn, -1);
    }

    /** Has everything drawn anew, also what others have written over. */
    void clear() {
        display.clear();
    }

    /** The next key that means something, within {@code limit}. */
    synchronized Optional<Key> key(Duration limit) throws InterruptedException {
        if (leaving) {
            return Optional.of(Key.LEAVE);
        }
        try {
            int next = reader.peekCharacter(limit.toMillis());
            if (next == NonBlockingReader.READ_EXPIRED) {
                return Optional.empty();
            }
            // The end of the input: the terminal is gone.
            return Optional.of(next < 0 ? Key.LEAVE : read());
        } catch (IOError e) {
            if (e.getCause() instanceof InterruptedIOException) {
                throw new InterruptedException();
            }
            return Optional.of(Key.LEAVE);
        }
    }

    private Key read() {
        Key key = reader.readBinding(keys);
        return key == null ? Key.LEAVE : key;
    }

    @Override
    public void close() {
        restore();
        Signals.unregister("WINCH", formerResize);
        Signals.unregister("CONT", formerResume);
        try {
            ShutdownHooks.remove(rescue);
            terminal.close();
        } catch (IOException | IllegalStateException e) {
            // It has been given back already; this process may be ending.
        }
    }

    /** Gives the terminal back, whoever has this open: as soon as no key is being read, nobody reads any more. */
    void leave() {
        leaving = true;
        restore();
    }

    private synchronized void restore() {
        if (!restored) {
            restored = true;
            terminal.puts(Capability.cursor_normal);
            terminal.puts(Capability.keypad_local);
            terminal.puts(Capability.exit_ca_mode);
            terminal.flush();
            terminal.setAttributes(before);
        }
    }
}
