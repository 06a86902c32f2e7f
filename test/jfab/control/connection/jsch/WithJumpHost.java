package jfab.control.connection.jsch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with two real OpenSSH servers: a bastion, and one that is reached through it. */
@Needs(Tool.SSHD)
abstract class WithJumpHost {
    @TempDir
    Path folder;

    final Printed printed = new Printed();
    SshdFixture bastion;
    SshdFixture inside;

    @BeforeEach
    void start() throws Exception {
        bastion = SshdFixture.start("LogLevel VERBOSE");
        inside = SshdFixture.start();
    }

    @AfterEach
    void stop() throws Exception {
        bastion.close();
        inside.close();
    }

    SshSettings through(String jumps) {
        return inside.settings(printed)
                .withHome(folder)
                .withIdentities(List.of(
                        inside.folder().resolve("id_ed25519"), bastion.folder().resolve("id_ed25519")))
                .withOption("ProxyJump", jumps);
    }

    long logins() throws Exception {
        return Files.readAllLines(bastion.folder().resolve("sshd.log")).stream()
                .filter(line -> line.contains("Accepted publickey"))
                .count();
    }
}
