package jfab.control.connection.broadcast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReachTest {
    private static final String KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHxKBzms8LjCDGLdMYsHGwcSKn1QiMOLyOaVkVbD4t8x";

    @Test
    void aHostSaysWhereItIs() {
        assertEquals(
                Optional.of(new Reach("ann", "10.0.0.5", 22, "10.0.0.5,fd00::2", KEY)),
                Reach.parse("ready ann 10.0.0.5 22 10.0.0.5,fd00::2 " + KEY));
    }

    /** Other hosts write it into authorized_keys, and give it to ssh. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ready -oProxyCommand=x 10.0.0.5 22 10.0.0.5 " + KEY,
                "ready ann -oProxyCommand=x 22 10.0.0.5 " + KEY,
                "ready ann 10.0.0.5 22 *,10.0.0.5 " + KEY,
                "ready ann 10.0.0.5 22 0.0.0.0/0 " + KEY,
                "ready ann 10.0.0.5 22 10.0.0.5\",command=\"sh " + KEY,
                "ready ann 10.0.0.5 22 10.0.0.5 " + KEY + " x",
                "ready ann 10.0.0.5 x 10.0.0.5 " + KEY,
                "star it has no ssh",
                ""
            })
    void anythingElseIsNoPlace(String said) {
        assertEquals(Optional.empty(), Reach.parse(said));
    }
}
