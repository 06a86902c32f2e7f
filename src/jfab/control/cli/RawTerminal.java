package jfab.control.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import jfab.control.connection.command.UserTerminal;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** This process's terminal, raw: for one host's shell after the other. */
final class RawTerminal implements UserTerminal {
    private static final Semaphore FREE = new Semaphore(1);

    private final Terminal terminal;
    private final Attributes before;

    private RawTerminal(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.getAttributes();
        take();
        // Whoever has stopped this process has had the terminal meanwhile.
        terminal.handle(Terminal.Signal.CONT, signal -> take());
    }

    /** Ctrl-C and Ctrl-Z are keys like the others, for the program on the host. */
    private void take() {
        terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false);
        terminal.setAttributes(raw);
    }

    /** Waits until the terminal is free; an interrupt ends that. */
    static UserTerminal open() {
        boolean taken = false;
        try {
            FREE.acquire();
            taken = true;
            RawTerminal raw = new RawTerminal(
                    TerminalBuilder.builder().system(true).dumb(false).build());
            taken = false;
            return raw;
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be used: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted while another host has the terminal", e));
        } finally {
            if (taken) {
                FREE.release();
            }
        }
    }

    @Override
    public String type() {
        return terminal.getType();
    }

    @Override
    public Size size() {
        return new Size(terminal.getWidth(), terminal.getHeight());
    }

    @Override
    public void onResize(Consumer<Size> told) {
        terminal.handle(Terminal.Signal.WINCH, signal -> told.accept(size()));
    }

    @Override
    public InputStream in() {
        return terminal.input();
    }

    @Override
    public OutputStream out() {
        return terminal.output();
    }

    @Override
    public void close() {
        terminal.setAttributes(before);
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be given back: " + e.getMessage(), e);
        } finally {
            FREE.release();
        }
    }
}
