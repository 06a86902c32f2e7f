package jfab.control.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jfab.control.connection.host.Host;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.keyboard.InteractiveChallenge;
import org.apache.sshd.server.auth.keyboard.KeyboardInteractiveAuthenticator;
import org.apache.sshd.server.auth.keyboard.PromptEntry;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.server.session.ServerSession;
import org.apache.sshd.server.shell.ProcessShellCommandFactory;

/** An embedded Apache MINA SSHD on 127.0.0.1 that asks what it likes while somebody logs in, and lets in whoever answers. */
public final class QuestionServer implements AutoCloseable {
    private final SshServer server = SshServer.setUpDefaultServer();
    private final List<String> answers = new CopyOnWriteArrayList<>();

    private QuestionServer(Path folder, InteractiveChallenge challenge) throws IOException {
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider(folder.resolve("mina_host_key")));
        server.setCommandFactory(new ProcessShellCommandFactory());
        server.setKeyboardInteractiveAuthenticator(new KeyboardInteractiveAuthenticator() {
            @Override
            public InteractiveChallenge generateChallenge(
                    ServerSession session, String user, String language, String methods) {
                return challenge;
            }

            @Override
            public boolean authenticate(ServerSession session, String user, List<String> responses) {
                List<String> told =
                        responses.stream().filter(each -> !each.isEmpty()).toList();
                return answers.addAll(told);
            }
        });
        server.setUserAuthFactories(List.of(UserAuthKeyboardInteractiveFactory.INSTANCE));
        server.start();
    }

    /** Starts a server that asks {@code prompts} at once, whose answers are not to be seen. */
    public static QuestionServer start(Path folder, String... prompts) throws IOException {
        return start(folder, "", "", false, prompts);
    }

    /** Starts a server with all that keyboard-interactive lets it say. */
    public static QuestionServer start(Path folder, String name, String instruction, boolean echo, String... prompts)
            throws IOException {
        InteractiveChallenge challenge = new InteractiveChallenge();
        challenge.setInteractionName(name);
        challenge.setInteractionInstruction(instruction);
        challenge.setLanguageTag("");
        challenge.setPrompts(List.of(prompts).stream()
                .map(text -> new PromptEntry(text, echo))
                .toList());
        return new QuestionServer(Files.createDirectories(folder), challenge);
    }

    public Host host(String user) {
        return new Host("127.0.0.1", user, server.getPort());
    }

    /** What it was told, in order. */
    public List<String> answers() {
        return answers;
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }
}
