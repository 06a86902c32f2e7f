package jfab.connection.jsch;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.SSHAgentConnector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.connection.SshSettings;

/** The user's keys in the order they are tried: those asked for, the agent's, the usual files. Files are read once. */
final class Keys {
    private static final List<String> USUAL = List.of("id_rsa", "id_ecdsa", "id_ed25519");

    private final JSch jsch;
    private final SshSettings settings;
    private final Secrets secrets;
    private final Map<Path, FileIdentity> files = new ConcurrentHashMap<>();

    Keys(JSch jsch, SshSettings settings, Secrets secrets) {
        this.jsch = jsch;
        this.settings = settings;
        this.secrets = secrets;
        // A key that was asked for and cannot be used is an error whatever the host.
        settings.identities().forEach(this::file);
    }

    Collection<Identity> of(Target target, ConnectDeadline deadline) {
        List<Identity> wanted = target.identities().stream()
                .filter(Files::isReadable)
                .map(file -> file(file).during(deadline))
                .toList();
        List<Identity> agent = agent();
        List<Identity> usual = target.identities().isEmpty()
                ? USUAL.stream()
                        .map(name -> settings.home().resolve(".ssh").resolve(name))
                        .filter(Files::isReadable)
                        .map(file -> file(file).during(deadline))
                        .toList()
                : List.of();
        // Where the agent holds a wanted key, it signs in the file's place and nobody types a passphrase.
        Map<String, Identity> byBlob = new LinkedHashMap<>();
        Map<String, Identity> held =
                agent.stream().collect(Collectors.toMap(Keys::blob, identity -> identity, (one, other) -> one));
        Set<String> asked = wanted.stream().map(Keys::blob).collect(Collectors.toSet());
        Stream.of(wanted, target.onlyIdentities() ? List.<Identity>of() : agent, usual)
                .flatMap(List::stream)
                .forEach(identity -> byBlob.putIfAbsent(
                        blob(identity),
                        asked.contains(blob(identity)) ? held.getOrDefault(blob(identity), identity) : identity));
        return byBlob.values();
    }

    private FileIdentity file(Path file) {
        return files.computeIfAbsent(file, unread -> FileIdentity.read(jsch, unread, secrets));
    }

    private List<Identity> agent() {
        if (settings.agent() == null || !Files.exists(settings.agent())) {
            return List.of();
        }
        try {
            return new ArrayList<>(
                    new AgentIdentityRepository(new SSHAgentConnector(settings.agent())).getIdentities());
        } catch (AgentProxyException e) {
            // As with ssh, an agent that does not answer only means fewer keys.
            return List.of();
        }
    }

    private static String blob(Identity identity) {
        byte[] blob = identity.getPublicKeyBlob();
        return blob == null ? identity.getName() : Arrays.toString(blob);
    }
}
