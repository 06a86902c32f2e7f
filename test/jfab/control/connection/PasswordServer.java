package jfab.control.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jfab.control.connection.host.Host;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.UserAuthFactory;
import org.apache.sshd.server.auth.keyboard.DefaultKeyboardInteractiveAuthenticator;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.server.shell.ProcessShellCommandFactory;

/**
 * An embedded Apache MINA SSHD on 127.0.0.1 that lets in whoever knows the password: real sshd would ask the accounts of the
 * machine.
 */
public final class PasswordServer implements AutoCloseable {
    public static final String PASSWORD = "open sesame";

    private final SshServer server = SshServer.setUpDefaultServer();
    private final AtomicInteger attempts = new AtomicInteger();

    private PasswordServer(Path folder, boolean interactive) throws IOException {
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider(folder.resolve("mina_host_key")));
        server.setCommandFactory(new ProcessShellCommandFactory());
        server.setPasswordAuthenticator((user, password, session) -> {
            attempts.incrementAndGet();
            return password.equals(PASSWORD);
        });
        server.setKeyboardInteractiveAuthenticator(new DefaultKeyboardInteractiveAuthenticator());
        UserAuthFactory method =
                interactive ? UserAuthKeyboardInteractiveFactory.INSTANCE : UserAuthPasswordFactory.INSTANCE;
        server.setUserAuthFactories(List.of(method));
        server.start();
    }

    /**
     * Starts a server.
     *
     * @param interactive whether it asks by keyboard-interactive instead of the password method
     */
    public static PasswordServer start(Path folder, boolean interactive) throws IOException {
        return new PasswordServer(Files.createDirectories(folder), interactive);
    }

    public Host host(String user) {
        return new Host("127.0.0.1", user, server.getPort());
    }

    /** How many passwords it was given. */
    public int attempts() {
        return attempts.get();
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }
}
