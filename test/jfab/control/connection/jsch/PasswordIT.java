package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jfab.control.connection.Group;
import jfab.control.connection.PasswordServer;
import jfab.control.connection.Printed;
import jfab.control.connection.SshSettings;
import jfab.control.connection.command.Prompt;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords, against an embedded server of another make than OpenSSH. */
class PasswordIT {
    @TempDir
    Path folder;

    private final AtomicInteger asked = new AtomicInteger();

    private SshSettings settings(Prompt prompt) {
        return SshSettings.of(new Printed()).withHome(folder).withAgent(null).withPrompt(question -> {
            asked.incrementAndGet();
            return prompt.secret(question);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneAnswerServesAllHosts(boolean interactive) throws Exception {
        try (PasswordServer server = PasswordServer.start(folder, interactive);
                JschConnector connector = new JschConnector(settings(_ -> PasswordServer.PASSWORD))) {
            List<Host> hosts = Collections.nCopies(4, server.host("trainer"));
            List<String> said = new Group(hosts, connector)
                    .run(connection -> connection.run("echo in").out())
                    .orThrow();
            assertEquals(Collections.nCopies(4, "in\n"), said);
            assertEquals(1, asked.get());
            assertEquals(4, server.attempts());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wrongPasswordIsOneLineAndOneAttempt(boolean interactive) throws Exception {
        try (PasswordServer server = PasswordServer.start(folder, interactive);
                JschConnector connector = new JschConnector(settings(_ -> "wrong"))) {
            ConnectionException thrown =
                    assertThrows(ConnectionException.class, () -> connector.open(server.host("trainer")));
            assertEquals(server.host("trainer") + ": the password was not accepted", thrown.getMessage());
            assertEquals(Reason.AUTHENTICATION, thrown.reason());
            assertEquals(1, server.attempts());
            assertEquals(1, asked.get());
        }
    }

    @Test
    void nobodyToAskIsSaid() throws Exception {
        try (PasswordServer server = PasswordServer.start(folder, false);
                JschConnector connector = new JschConnector(settings(_ -> null).withPrompt(null))) {
            ConnectionException thrown =
                    assertThrows(ConnectionException.class, () -> connector.open(server.host("trainer")));
            assertEquals(
                    server.host("trainer") + ": there is no key to log in with; the host accepts password."
                            + " Name a key with -i or ask to be prompted for the password",
                    thrown.getMessage());
        }
    }

    @Test
    void typingTakesNoneOfTheTimeForConnecting() throws Exception {
        try (PasswordServer server = PasswordServer.start(folder, false);
                JschConnector warm = new JschConnector(settings(_ -> PasswordServer.PASSWORD))) {
            warm.open(server.host("trainer"));
            Duration limit = Duration.ofSeconds(3);
            Prompt slow = _ -> {
                long end = System.nanoTime() + limit.toNanos() + 500_000_000;
                while (System.nanoTime() < end) {
                    java.util.concurrent.locks.LockSupport.parkNanos(end - System.nanoTime());
                }
                return PasswordServer.PASSWORD;
            };
            try (JschConnector connector = new JschConnector(settings(slow).withConnectTimeout(limit))) {
                assertTrue(connector.open(server.host("trainer")).run("true").ok());
            }
        }
    }
}
