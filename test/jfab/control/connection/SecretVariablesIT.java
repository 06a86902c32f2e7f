package jfab.control.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Secret;
import jfab.control.connection.command.SecretVariables;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.jsch.JschConnector;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;

/** Secrets in the environment of a command on a real OpenSSH server. */
@Needs(Tool.SSHD)
class SecretVariablesIT {
    @Test
    void theyArriveAsTheyAreAndStandInNoCommandLine() throws Exception {
        Map<String, Secret> values = new LinkedHashMap<>();
        values.put("TOKEN", Secret.of("a 'b' \"c\" $d `e` \\n %s é\n\n", "TOKEN"));
        values.put("_KEY2", Secret.of("-----BEGIN\nMIIx\n-----END\n", "_KEY2"));
        SecretVariables variables = new SecretVariables(values);
        String line = variables.before(
                "printf '%s|%s|' \"$TOKEN\" \"$_KEY2\"; cat; tr '\\0' ' ' < /proc/$$/cmdline | grep -c 'MII[x]'");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (SshdFixture sshd = SshdFixture.start();
                JschConnector connector = new JschConnector(sshd.settings(new Printed()));
                Connection connection = connector.open(sshd.host())) {
            ByteArrayInputStream in = new ByteArrayInputStream("and input\n".getBytes(StandardCharsets.UTF_8));
            connection.pipe(Command.shell(line).warn(), variables.before(in), out);
        }
        assertEquals(
                values.get("TOKEN") + "|" + values.get("_KEY2") + "|and input\n0\n",
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aNameThatTheShellWouldNotTakeIsRefused() {
        Map<String, Secret> values = Map.of("A=1;x", Secret.of("value", "x"));
        assertThrows(ConnectionException.class, () -> new SecretVariables(values));
    }
}
