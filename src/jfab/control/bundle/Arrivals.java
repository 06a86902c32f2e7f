package jfab.control.bundle;

import java.io.IOException;

/** Is told of what a host sends. */
@FunctionalInterface
public interface Arrivals {
    /**
     * So many bytes more have come.
     *
     * @throws IOException where that is more than may come
     */
    void add(long bytes) throws IOException;
}
