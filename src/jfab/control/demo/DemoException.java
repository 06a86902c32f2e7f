package jfab.control.demo;

import jfab.JfabException;

/** A demo that this machine does not let run. */
public final class DemoException extends JfabException {
    DemoException(String message, Throwable cause) {
        super(message, cause);
    }
}
