package jfab.control.connection.broadcast;

import java.io.IOException;
import java.io.InputStream;

/** Bytes that many hosts are to have. Two that are equal have the same bytes. */
public interface Content {
    /** What it is, for people. */
    String what();

    /** About how many bytes, before they have been read. */
    long about();

    /** The bytes from the first on, the same each time; the caller closes them. */
    InputStream open() throws IOException;
}
