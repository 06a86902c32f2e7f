package jfab.control.connection.host;

import jfab.JfabException;

/** How one host of a group fared. */
public sealed interface Outcome<T> {
    Host host();

    /** The operation returned {@code value}, which is null where it returns nothing. */
    record Succeeded<T>(Host host, T value) implements Outcome<T> {}

    /** The operation threw. */
    record Failed<T>(Host host, JfabException failure) implements Outcome<T> {}
}
