package jfab.control.connection.jsch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.server.shell.ProcessShellCommandFactory;

/** A host on 127.0.0.1, a process of its own, that exchanges keys in the one way that it is told, which OpenSSH 9.2 does not have. */
final class PostQuantumHost {
    private PostQuantumHost() {}

    /** Takes the exchange and a file for the host's key; prints the port, and ends with its standard input. */
    public static void main(String[] arguments) throws IOException {
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider(Path.of(arguments[1])));
        server.setPublickeyAuthenticator((user, key, session) -> true);
        server.setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                false, List.of(BuiltinDHFactories.fromFactoryName(arguments[0])), ServerBuilder.DH2KEX));
        server.setCommandFactory(new ProcessShellCommandFactory());
        server.start();
        System.out.println(server.getPort());
        System.in.readAllBytes();
        server.stop(true);
    }
}
