package jfab.training.words;

import jfab.JfabException;

/** Not a failure: {@code --help} ends a process before it begins, and the message is what it asked for. */
public final class HelpException extends JfabException {
    public HelpException(String help) {
        super(help);
    }
}
