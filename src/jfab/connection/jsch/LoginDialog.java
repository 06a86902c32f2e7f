package jfab.connection.jsch;

import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import java.util.Locale;
import jfab.connection.Secret;
import org.jspecify.annotations.Nullable;

/** Answers one host's questions while logging in. The password is given to it once. */
final class LoginDialog implements UserInfo, UIKeyboardInteractive {
    private final Secrets secrets;
    private final @Nullable Secret own;
    private final ConnectDeadline deadline;
    private volatile boolean passwordGiven;

    /**
     * A dialog with one host.
     *
     * @param own the password of this host alone; null where it has that of all
     */
    LoginDialog(Secrets secrets, @Nullable Secret own, ConnectDeadline deadline) {
        this.secrets = secrets;
        this.own = own;
        this.deadline = deadline;
    }

    /** Whether the host was given a password; if the log-in failed, it refused that. */
    boolean passwordGiven() {
        return passwordGiven;
    }

    @Override
    public boolean promptPassword(String message) {
        return !passwordGiven && deadline.paused(this::password) != null;
    }

    @Override
    public @Nullable String getPassword() {
        passwordGiven = true;
        return password();
    }

    private @Nullable String password() {
        return own == null ? secrets.password() : own.toString();
    }

    @Override
    public String @Nullable [] promptKeyboardInteractive(
            String destination, String name, String instruction, String[] prompts, boolean[] echo) {
        String[] answers = new String[prompts.length];
        for (int i = 0; i < prompts.length; i++) {
            String answer = answer(prompts[i]);
            if (answer == null) {
                return null;
            }
            answers[i] = answer;
        }
        return answers;
    }

    private @Nullable String answer(String prompt) {
        if (!prompt.toLowerCase(Locale.ROOT).contains("password")) {
            return deadline.paused(() -> secrets.ask(prompt));
        }
        return promptPassword(prompt) ? getPassword() : null;
    }

    @Override
    public @Nullable String getPassphrase() {
        return null;
    }

    @Override
    public boolean promptPassphrase(String message) {
        return false;
    }

    @Override
    public boolean promptYesNo(String message) {
        return false;
    }

    @Override
    public void showMessage(String message) {}
}
