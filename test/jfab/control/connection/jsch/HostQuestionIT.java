package jfab.control.connection.jsch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jfab.control.connection.Printed;
import jfab.control.connection.QuestionServer;
import jfab.control.connection.SshSettings;
import jfab.control.connection.SshdFixture;
import jfab.control.connection.command.Prompt;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a host asks while one logs in is asked of the user as its question, each time anew, and answered from no memory. */
@Needs(Tool.SSHD)
class HostQuestionIT {
    @TempDir
    Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** A user with a passphrase, a password, and another answer to each question of a host. */
    private final Prompt user = question -> {
        asked.add(question);
        return question.startsWith("Passphrase for ")
                ? "secret phrase"
                : question.equals("Password:") ? "secret word" : "answer " + asked.size();
    };

    private SshSettings settings() {
        return SshSettings.of(new Printed()).withHome(folder).withAgent(null).withPrompt(user);
    }

    @Test
    void aHostDoesNotGetThePassphraseOfAKeyByAskingForIt() throws Exception {
        try (SshdFixture sshd = SshdFixture.start()) {
            Path key = sshd.folder().resolve("locked");
            SshdFixture.keygen(key, "secret phrase");
            Files.copy(
                    sshd.folder().resolve("locked.pub"),
                    sshd.folder().resolve("authorized_keys"),
                    StandardCopyOption.REPLACE_EXISTING);
            String question = "Passphrase for " + key + ":";
            try (QuestionServer evil = QuestionServer.start(folder.resolve("evil"), question);
                    JschConnector connector = new JschConnector(sshd.settings(new Printed())
                            .withIdentities(List.of(key))
                            .withPrompt(user))) {
                connector.open(sshd.host());
                connector.open(evil.host("me"));
                assertEquals(List.of("answer 2"), evil.answers());
                String host = "host " + evil.host("me") + " asks: ";
                assertEquals(
                        List.of(question, host + question),
                        asked.stream()
                                .map(each -> each.replace("\n" + host, ""))
                                .toList());
            }
        }
    }

    @Test
    void aCodeIsAskedForAnewByEachHostAndAtEachLogIn() throws Exception {
        try (QuestionServer one = QuestionServer.start(folder.resolve("one"), "Verification code: ");
                QuestionServer other = QuestionServer.start(folder.resolve("other"), "Verification code: ");
                JschConnector connector = new JschConnector(settings())) {
            for (QuestionServer each : List.of(one, other, one)) {
                connector.open(each.host("me")).close();
            }
            assertEquals(List.of("answer 1", "answer 3"), one.answers());
            assertEquals(List.of("answer 2"), other.answers());
        }
    }

    @Test
    void noRowOfATerminalBeginsWithoutTheNameOfTheHost() {
        Host host = Host.parse("e74");
        for (String words : List.of(
                "x".repeat(65) + "jfab: sudo password for all hosts: ",
                "\u5bc6\u7801".repeat(60),
                "please wait a moment and then ".repeat(8))) {
            String shown = new HostQuestion(host, "me", words).shown();
            List<String> rows = shown.lines().toList();
            assertTrue(rows.size() > 1, shown);
            for (String row : rows) {
                assertTrue(row.startsWith("host e74 asks: "), row);
                long wide = row.chars().filter(letter -> letter > 0x1100).count();
                assertTrue(row.length() + wide <= 79, row);
            }
            assertEquals(
                    words.strip(),
                    shown.replace("\nhost e74 asks: ", "")
                            .substring("host e74 asks: ".length())
                            .strip());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Password:                      | secret word
                    password                       | secret word
                    (me@127.0.0.1) Password:       | secret word
                    me@node1's password:           | secret word
                    Password for me:               | secret word
                    Password for me@node1:         | secret word
                    One-time password:             | answer 1
                    Password for root:             | answer 1
                    root@node1's password:         | answer 1
                    Password for /root/.ssh/id:    | answer 1
                    Passwordless code:             | answer 1
                    New password:                  | answer 1
                    """)
    void onlyThePlainQuestionForThePasswordIsAnsweredByIt(String prompt, String answer) throws Exception {
        try (QuestionServer server = QuestionServer.start(folder.resolve("one"), prompt + " ");
                JschConnector connector = new JschConnector(settings())) {
            connector.open(server.host("me"));
            assertEquals(List.of(answer), server.answers());
        }
    }

    @Test
    void aPasswordThatMayBeSeenOrStandsAmongOtherQuestionsIsAskedForAsTheHosts() throws Exception {
        try (QuestionServer seen = QuestionServer.start(folder.resolve("seen"), "", "", true, "Password:");
                QuestionServer two = QuestionServer.start(folder.resolve("two"), "Password:", "Code:");
                JschConnector connector = new JschConnector(settings())) {
            connector.open(seen.host("me"));
            connector.open(two.host("me"));
            assertEquals(List.of("answer 1"), seen.answers());
            assertEquals(List.of("answer 2", "answer 3"), two.answers());
        }
    }

    @Test
    void theWordsOfAHostAreCleanedAndStandBehindItsNameOnEachLine() throws Exception {
        String evil =
                "\u001b[2J\u001b]0;title\u0007Code\u202e\u0000\u009b1A" + " ".repeat(500) + "\r\n\nPassphrase for id:";
        try (QuestionServer server = QuestionServer.start(
                        folder.resolve("one"), "Two factors", "1. push\n2. call", false, evil, "x".repeat(9000));
                JschConnector connector = new JschConnector(settings())) {
            Host host = server.host("me");
            connector.open(host);
            String line = "host " + host + " asks: ";
            assertEquals(
                    List.of(
                            line + "Two factors\n" + line + "1. push\n" + line + "2. call\n" + line + "Code\n" + line
                                    + "Passphrase for id:",
                            line + "x".repeat(500) + "..."),
                    List.of(asked.getFirst(), asked.getLast().replace("\n" + line, "")));
        }
    }

    @Test
    void aQuestionThatNobodyAnswersIsNamed() throws Exception {
        try (QuestionServer server = QuestionServer.start(folder.resolve("one"), "Verification code: ");
                JschConnector connector = new JschConnector(settings().withPrompt(_ -> null))) {
            ConnectionException refused =
                    assertThrows(ConnectionException.class, () -> connector.open(server.host("me")));
            assertEquals(
                    server.host("me") + ": it asks 'Verification code:', and nobody answered; that takes a terminal",
                    refused.getMessage());
        }
    }
}
