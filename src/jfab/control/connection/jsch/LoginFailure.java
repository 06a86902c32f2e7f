package jfab.control.connection.jsch;

import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchHostKeyException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.ConnectionException.Reason;
import jfab.control.connection.jsch.channels.RouteException;
import org.jspecify.annotations.Nullable;

/** Says in a sentence why one attempt to connect and log in failed. */
final class LoginFailure {
    /** What JSch puts before the words of a cause. */
    private static final Pattern THROWN = Pattern.compile("^Session\\.connect: (?:[\\w$]+\\.)+[\\w$]+: ");

    /** What JSch puts before its complaints of certificates, some of which have no exception of their own. */
    private static final String REJECTED = "rejected HostKey: ";

    /** What sshd says when it hangs up after as many refused keys as its MaxAuthTries. */
    private static final String TOO_MANY = "Too many authentication failures";

    private final LoginTarget target;
    private final Dialer dialer;
    private final LoginDialog dialog;
    private final OfferedKeys offered;
    private final boolean canAsk;

    LoginFailure(LoginTarget target, Dialer dialer, LoginDialog dialog, OfferedKeys offered, boolean canAsk) {
        this.target = target;
        this.dialer = dialer;
        this.dialog = dialog;
        this.offered = offered;
        this.canAsk = canAsk;
    }

    RuntimeException explained(@Nullable Throwable thrown) {
        IOException dialing = dialer.failure();
        if (dialing != null) {
            return failed(Reason.UNREACHABLE, unreachable(dialing), dialing);
        }
        if (thrown instanceof IndexOutOfBoundsException
                || thrown instanceof NegativeArraySizeException
                || (thrown instanceof NullPointerException && ofJsch(thrown))) {
            // Of JSch, by a packet whose lengths are not its own, or one that comes before there are keys for it.
            return failed(Reason.UNREACHABLE, "no SSH session: what it sent is no packet of SSH", thrown);
        }
        if (thrown instanceof RuntimeException told) {
            return told;
        }
        if (thrown instanceof JSchAlgoNegoFailException differing) {
            return failed(Reason.INCOMPATIBLE, incompatible(differing), differing);
        }
        String message = String.valueOf(thrown == null ? null : thrown.getMessage());
        if (message.equals("verify: false")) {
            return failed(
                    Reason.HOST_KEY,
                    "it has shown a host key and not proved that it has the private one: its signature is wrong;"
                            + " somebody may be in between",
                    thrown);
        }
        if (thrown instanceof JSchHostKeyException || message.startsWith(REJECTED)) {
            return failed(Reason.HOST_KEY, "its host key is refused: " + message.replace(REJECTED, ""), thrown);
        }
        if (message.startsWith("Auth fail") || message.startsWith("Auth cancel")) {
            return new ConnectionException(target.login(), Reason.AUTHENTICATION, refusal(message), thrown);
        }
        if (message.contains(TOO_MANY)) {
            return new ConnectionException(target.login(), Reason.AUTHENTICATION, tooMany(), thrown);
        }
        String complaint = dialer.complaint();
        if (complaint != null) {
            return failed(Reason.UNREACHABLE, complaint, thrown);
        }
        if (message.contains("connection is closed by foreign host") || message.contains("End of IO Stream")) {
            return failed(Reason.UNREACHABLE, "the connection was closed before the log-in" + unwelcome(), thrown);
        }
        if (message.contains("Connection reset") || message.contains("Broken pipe")) {
            return failed(Reason.UNREACHABLE, "the connection was reset before the log-in" + unwelcome(), thrown);
        }
        return failed(
                Reason.UNREACHABLE, "no SSH session: " + THROWN.matcher(message).replaceFirst(""), thrown);
    }

    /** What is likely where a host that answers has not even told its version. */
    private String unwelcome() {
        Greeting greeting = dialer.greeting();
        if (greeting == null || !greeting.missing()) {
            return "";
        }
        String line = greeting.line();
        return (line.isEmpty() ? "" : ": " + line)
                + "; does its sshd's MaxStartups allow that many log-ins at once? With ConnectionAttempts, they are tried again";
    }

    private static boolean ofJsch(Throwable thrown) {
        StackTraceElement[] places = thrown.getStackTrace();
        return places.length > 0 && places[0].getClassName().startsWith("com.jcraft.");
    }

    ConnectionException late() {
        return failed(
                Reason.UNREACHABLE,
                "no answer within " + seconds(target.dialing().timeout()),
                null);
    }

    ConnectionException interrupted() {
        return failed(Reason.UNREACHABLE, "interrupted while connecting", null);
    }

    private static String incompatible(JSchAlgoNegoFailException e) {
        return "no " + e.getAlgorithmName() + " algorithm is common to both sides; the host offers "
                + e.getServerProposal() + ", jfab offers " + e.getJSchProposal();
    }

    private String refusal(String message) {
        String unanswered = dialog.unanswered();
        if (unanswered != null) {
            return "it asks '" + unanswered + "', and nobody answered; that takes a terminal";
        }
        if (dialog.passwordGiven()) {
            return "the password was not accepted";
        }
        String trouble = offered.trouble();
        if (trouble != null) {
            return trouble;
        }
        int methods = message.indexOf(" for methods ");
        String accepts = methods < 0 ? "" : message.substring(methods + 13).replace("'", "");
        boolean password =
                accepts.isEmpty() || accepts.contains("password") || accepts.contains("keyboard-interactive");
        List<String> left = target.credentials().methods();
        if (!left.contains("publickey")) {
            return "no key was offered, since PubkeyAuthentication or PreferredAuthentications forbids it; the settings leave "
                    + (left.isEmpty() ? "no way to log in" : String.join(",", left))
                    + (accepts.isEmpty() ? "" : "; the host accepts " + accepts)
                    + (canAsk || !password || left.isEmpty() ? "" : ". Ask to be prompted for the password");
        }
        return offered.told() + (accepts.isEmpty() ? "" : "; the host accepts " + accepts) + ". Name a key with -i"
                + (canAsk || !password ? "" : " or ask to be prompted for the password");
    }

    private String tooMany() {
        return "too many keys for its sshd's MaxAuthTries: " + offered.told()
                + " before it hung up. Offer the right one alone: -o IdentitiesOnly=yes -i KEY, or IdentitiesOnly yes and"
                + " IdentityFile in the ssh_config";
    }

    private String unreachable(IOException e) {
        return switch (e) {
            case RouteException told -> String.valueOf(told.getMessage());
            case UnknownHostException _ -> "there is no host of the name " + target.address();
            case SocketTimeoutException _ ->
                "no answer within " + seconds(target.dialing().timeout());
            case NoRouteToHostException _ -> "there is no route to " + target.address();
            case ConnectException refused
            when String.valueOf(refused.getMessage()).contains("refused") ->
                "port " + target.port() + " refused the connection; is sshd running there?";
            default -> "cannot connect to port " + target.port() + ": " + e.getMessage();
        };
    }

    private static String seconds(Duration limit) {
        double seconds = limit.toMillis() / 1000.0;
        return (seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds)) + " s";
    }

    ConnectionException failed(Reason reason, @Nullable String problem, @Nullable Throwable cause) {
        return new ConnectionException(target.host(), reason, String.valueOf(problem), cause);
    }
}
