package jfab.control.connection.jsch;

import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import jfab.control.connection.command.Secret;
import org.jspecify.annotations.Nullable;

/**
 * Answers one host's questions while logging in. The password is given to it once; what it asks besides is asked of the user
 * as its question, each time anew.
 */
final class LoginDialog implements UserInfo, UIKeyboardInteractive {
    private final LoginTarget target;
    private final Secrets secrets;
    private final @Nullable Secret own;
    private final ConnectDeadline deadline;
    private volatile boolean passwordGiven;
    private volatile boolean asked;
    private volatile @Nullable String unanswered;

    /**
     * A dialog with {@code target}.
     *
     * @param own the password of this host alone; null where it has that of all
     */
    LoginDialog(LoginTarget target, Secrets secrets, @Nullable Secret own, ConnectDeadline deadline) {
        this.target = target;
        this.secrets = secrets;
        this.own = own;
        this.deadline = deadline;
    }

    /** Whether the host was given a password; if the log-in failed, it refused that. */
    boolean passwordGiven() {
        return passwordGiven;
    }

    /** Whether the host has asked for anything. */
    boolean asked() {
        return asked;
    }

    /** The host's question that nobody answered, in one line; null for none. */
    @Nullable
    String unanswered() {
        return unanswered;
    }

    @Override
    public boolean promptPassword(String message) {
        asked = true;
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
        asked = true;
        if (prompts.length == 1 && !echo[0] && question(prompts[0]).forPassword()) {
            String password = promptPassword(prompts[0]) ? getPassword() : null;
            return password == null ? null : new String[] {password};
        }
        String[] answers = new String[prompts.length];
        for (int i = 0; i < prompts.length; i++) {
            String context = i == 0 ? name + "\n" + instruction + "\n" : "";
            HostQuestion question = question(context + prompts[i]);
            boolean visible = echo[i];
            String answer = deadline.paused(() -> secrets.reply(question.shown(), visible));
            if (answer == null) {
                unanswered = question.text().replace('\n', ' ');
                return null;
            }
            answers[i] = answer;
        }
        return answers;
    }

    private HostQuestion question(String words) {
        return new HostQuestion(target.host(), target.user(), words);
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
