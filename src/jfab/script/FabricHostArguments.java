package jfab.script;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code host} is told by Fabric's names for how a host is reached. It keeps any name as a fact, and would reach the host as if
 * nothing had been said.
 */
public final class FabricHostArguments {
    private static final String JUMP =
            "the host before it is ProxyJump in the ssh_config, -J bastion, or settings jump: 'bastion' for all hosts";

    private static final String KEY =
            "a private key is identity: 'keys/gpu' here, -i FILE, or IdentityFile in the ssh_config";

    private static final String TIME =
            "the time to connect is ConnectTimeout in the ssh_config, -t 30, or settings connectTimeout: '30s' for all hosts";

    private static final String AGENT =
            "the agent is forwarded by ForwardAgent in the ssh_config, -A, or settings forwardAgent: true for all hosts";

    private static final String ENVIRONMENT =
            "variables are env: of a command, or c.env(NAME: 'x') { ... }, whatever the host's sshd accepts";

    private static final String SEVERAL =
            "a private key is identity: 'keys/gpu', a password is password: secret(env: 'PW') or"
                    + " --prompt-for-login-password, and the rest stands in the ssh_config";

    private static final Map<String, String> HOST = spelled(Map.of(
            "gateway", JUMP,
            "jump", JUMP,
            "proxy_jump", JUMP,
            "key_filename", KEY,
            "identity_file", KEY,
            "connect_timeout", TIME,
            "forward_agent", AGENT,
            "connect_kwargs", SEVERAL,
            "inline_ssh_env", ENVIRONMENT));

    private FabricHostArguments() {}

    /** What says what the argument {@code name} of {@code word} was meant to; empty where it may have that name. */
    public static Optional<String> of(String word, String name) {
        return word.equals("host")
                ? Optional.ofNullable(HOST.get(name)).map(answer -> "host takes no " + name + ": " + answer)
                : Optional.empty();
    }

    /** With the names as Groovy would spell them, {@code connectTimeout}. */
    private static Map<String, String> spelled(Map<String, String> answers) {
        Map<String, String> all = new HashMap<>(answers);
        answers.forEach((name, answer) -> {
            String[] words = name.split("_", -1);
            StringBuilder joined = new StringBuilder(words[0]);
            for (int i = 1; i < words.length; i++) {
                joined.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
            }
            all.put(joined.toString(), answer);
        });
        return all;
    }
}
