package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.connection.SshSettings;

/** The user's keys in the order they are tried: those asked for, the agent's, the usual files. Files are read once. */
final class Keys {
    private static final List<String> USUAL = List.of("id_rsa", "id_ecdsa", "id_ed25519");

    private final JSch jsch;
    private final SshSettings settings;
    private final Secrets secrets;
    private final Map<Path, FileIdentity> files = new ConcurrentHashMap<>();
    private final Map<Path, Optional<PublicKeyFile>> publicKeys = new ConcurrentHashMap<>();

    Keys(JSch jsch, SshSettings settings, Secrets secrets) {
        this.jsch = jsch;
        this.settings = settings;
        this.secrets = secrets;
        // A key that was asked for and cannot be used is an error whatever the host.
        settings.identities().stream().filter(file -> publicKey(file).isEmpty()).forEach(this::file);
    }

    OfferedKeys of(Credentials credentials, ConnectDeadline deadline) {
        List<Identity> agent = new Agent(credentials.agent()).identities();
        Map<String, Identity> held =
                agent.stream().collect(Collectors.toMap(Keys::blob, identity -> identity, (one, other) -> one));
        Queue<String> troubles = new ConcurrentLinkedQueue<>();
        List<Path> usual = credentials.identities().isEmpty() ? usual() : List.of();
        List<Identity> wanted = credentials.identities().stream()
                .flatMap(file -> identity(file, held, deadline, troubles).stream())
                .toList();
        Set<String> asked = wanted.stream().map(Keys::blob).collect(Collectors.toSet());
        // Where the agent holds a wanted key, it signs in the file's place and nobody types a passphrase.
        Map<String, Identity> byBlob = new LinkedHashMap<>();
        Stream.of(
                        wanted,
                        credentials.onlyIdentities() ? List.<Identity>of() : agent,
                        usual.stream()
                                .flatMap(file -> identity(file, held, deadline, troubles).stream())
                                .toList())
                .flatMap(List::stream)
                .forEach(identity -> byBlob.putIfAbsent(
                        blob(identity),
                        asked.contains(blob(identity)) ? held.getOrDefault(blob(identity), identity) : identity));
        List<PublicKeyFile> certificates =
                certificates(credentials, credentials.identities().isEmpty() ? usual : credentials.identities());
        return new OfferedKeys(
                byBlob.values().stream()
                        .flatMap(identity -> Stream.concat(certified(identity, certificates), Stream.of(identity)))
                        .toList(),
                credentials.identities().stream()
                        .filter(file -> !Files.isReadable(file) && !Files.isReadable(Path.of(file + ".pub")))
                        .toList(),
                troubles);
    }

    /** The files that are tried where none is named. */
    List<Path> usual() {
        return USUAL.stream()
                .map(name -> settings.account().home().resolve(".ssh").resolve(name))
                .filter(Files::isReadable)
                .toList();
    }

    /** The key of {@code file}; where only its public half is there, the agent's, if it holds that. */
    private Optional<Identity> identity(
            Path file, Map<String, Identity> held, ConnectDeadline deadline, Queue<String> troubles) {
        Optional<PublicKeyFile> half = publicKey(file);
        if (half.isEmpty() && Files.isReadable(file)) {
            return Optional.of(file(file).during(deadline, troubles::add));
        }
        return half.or(() -> publicKey(Path.of(file + ".pub")))
                .flatMap(known -> Optional.ofNullable(held.get(Arrays.toString(known.blob()))));
    }

    /** The certificates asked for, and those that lie beside the key files. */
    private List<PublicKeyFile> certificates(Credentials credentials, List<Path> files) {
        return Stream.concat(
                        credentials.certificates().stream(), files.stream().map(file -> Path.of(file + "-cert.pub")))
                .flatMap(file -> publicKey(file).stream())
                .toList();
    }

    private static Stream<Identity> certified(Identity identity, List<PublicKeyFile> certificates) {
        byte[] blob = certificates.isEmpty() ? null : identity.getPublicKeyBlob();
        return blob == null
                ? Stream.empty()
                : certificates.stream()
                        .filter(certificate -> certificate.certifies(blob))
                        .map(certificate -> new CertifiedKey(identity, certificate));
    }

    private FileIdentity file(Path file) {
        return files.computeIfAbsent(file, unread -> FileIdentity.read(jsch, unread, secrets));
    }

    private Optional<PublicKeyFile> publicKey(Path file) {
        return publicKeys.computeIfAbsent(file, PublicKeyFile::read);
    }

    private static String blob(Identity identity) {
        byte[] blob = identity.getPublicKeyBlob();
        return blob == null ? identity.getName() : Arrays.toString(blob);
    }
}
