package jfab.control.connection.jsch.channels;

import java.util.Locale;

/**
 * A script as a command line that every login shell reads alike, fish, csh and busybox among them: one word that none of them
 * changes, which {@code /bin/sh} turns into the script again. A login shell of the POSIX family that knows more than {@code sh} runs
 * it, as it would have without us; for all others {@code /bin/sh} does.
 */
final class AnyShell {
    /**
     * With this level, bash does not read the user's start-up file a second time. A server that leaves a command in its own session, as
     * dropbear does, would be in the way of whoever ends all that the command has started; a terminal would be lost to a new session.
     */
    private static final String START = "exec /bin/sh -c 'j=$(printf %b \"$1\"); shift;"
            + " [ -t 0 ] || kill -0 -$$ 2>/dev/null || { kill -0 $$ && command -v setsid && set setsid; } >/dev/null 2>&1;"
            + " case ${SHELL##*/} in bash|zsh|ksh|ksh93|mksh) SHLVL=1; export SHLVL; exec \"$@\" \"$SHELL\" -c \"$j\" ;; esac;"
            + " [ $# = 0 ] || exec \"$@\" /bin/sh -c \"$j\" jfab; eval \"$j\"' jfab '";

    private AnyShell() {}

    static String line(String script) {
        StringBuilder word = new StringBuilder(START);
        for (int i = 0; i < script.length(); i++) {
            char each = script.charAt(i);
            switch (each) {
                case '\n' -> word.append("\\n");
                // Between single quotes, csh has a meaning for the first and fish for the other two.
                case '!', '\'', '\\' -> word.append(String.format(Locale.ROOT, "\\0%03o", (int) each));
                default -> word.append(each);
            }
        }
        return word.append('\'').toString();
    }
}
