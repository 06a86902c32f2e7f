package jfab.control.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.List;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.sftp.server.SftpSubsystem;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/**
 * An SSH host inside this process, with an address, a host key and a home directory of its own.
 *
 * <p>It lets in the one key that it was opened with, and runs commands as the user who runs this process.
 */
public final class EmbeddedHost implements AutoCloseable {
    private final SshServer server;
    private final String address;

    private EmbeddedHost(SshServer server, String address) {
        this.server = server;
        this.address = address;
    }

    /**
     * Opens a host on a free port of {@code address}.
     *
     * @param directory where it keeps its host key and its home directory, from one time to the next
     */
    public static EmbeddedHost open(String address, Path directory, PublicKey client) throws IOException {
        Path home = Files.createDirectories(directory.resolve("home")).toAbsolutePath();
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost(address);
        SimpleGeneratorHostKeyProvider hostKey = new SimpleGeneratorHostKeyProvider(directory.resolve("host_key"));
        hostKey.setAlgorithm(KeyUtils.EC_ALGORITHM);
        hostKey.setKeySize(256);
        server.setKeyPairProvider(hostKey);
        server.setPublickeyAuthenticator((user, key, session) -> KeyUtils.compareKeys(key, client));
        server.setCommandFactory((channel, command) -> new HostProcess(command, home));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory() {
            @Override
            public Command createSubsystem(ChannelSession channel) {
                return new SftpSubsystem(channel, this) {
                    @Override
                    public Path getDefaultDirectory() {
                        return home;
                    }
                };
            }
        }));
        CoreModuleProperties.WINDOW_SIZE.set(server, 8L << 20);
        server.start();
        return new EmbeddedHost(server, address);
    }

    public String address() {
        return address;
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }
}
