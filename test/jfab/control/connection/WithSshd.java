package jfab.control.connection;

import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests that share one real OpenSSH server, started before the first of a class and ended after its last. */
@Needs(Tool.SSHD)
public abstract class WithSshd {
    protected static SshdFixture sshd;

    @BeforeAll
    static void start() throws Exception {
        sshd = SshdFixture.start();
    }

    @AfterAll
    static void stop() throws Exception {
        sshd.close();
    }
}
