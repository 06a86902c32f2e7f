package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    private static final Host HOST = Host.parse("gpu1");

    @Test
    void aSentenceIsOneLine() {
        assertEquals("11 bye\\njfab: 1 ok", PlainText.sentence("11 bye\r\njfab: 1 ok\r\n"));
        assertEquals("a\\n\\nb", PlainText.sentence("\na\n\nb\n"));
        assertEquals("a b", PlainText.sentence("a\rb"));
    }

    @Test
    void failuresOfAHostQuoteItWithinTheirLine() {
        String words = "bye\r\njfab: 1 ok";

        assertEquals(
                "gpu1: bye\\njfab: 1 ok", new ConnectionException(HOST, Reason.UNREACHABLE, words, null).getMessage());
        assertEquals(
                "gpu1: a\\nb: bye\\njfab: 1 ok",
                new TransferException(HOST, "a\nb", words, new IOException(words)).getMessage());
    }
}
