package jfab.control.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A program sudo that asks for a password as the real one does, for machines whose users need none. */
public final class AskingSudo {
    public static final String PASSWORD = "open sesame";

    /** Asks on standard error, reads byte by byte, turns echo off, refuses three times: all that matters of sudo -S. */
    private static final String PROGRAM = """
            #!/bin/bash
            while [ $# -gt 0 ]; do
                case $1 in
                    -p) prompt=$2; shift 2 ;;
                    -u | -g) echo "$1 $2" >> "$(dirname "$0")/users"; shift 2 ;;
                    --) shift; break ;;
                    *) shift ;;
                esac
            done
            echo 'We trust you have received the usual lecture.' >&2
            [ -t 0 ] && stty -echo
            for try in 1 2 3; do
                printf '%s' "$prompt" >&2
                password=
                while IFS= read -r -N 1 c && [ "$c" != $'\\n' ]; do password=$password$c; done
                [ -n "$password" ] || { echo 'sudo: no password was provided' >&2; exit 1; }
                if [ "$password" = 'open sesame' ]; then
                    [ -t 0 ] && stty echo
                    exec "$@"
                fi
                echo 'Sorry, try again.' >&2
            done
            exit 1
            """;

    private AskingSudo() {}

    /** Puts it into {@code folder}, which it returns. */
    public static Path in(Path folder) throws IOException {
        Path sudo = Files.writeString(folder.resolve("sudo"), PROGRAM);
        Files.setPosixFilePermissions(sudo, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    /** A server whose commands find this sudo, which is in {@code folder}, before any other. */
    public static SshdFixture server(Path folder) throws IOException, InterruptedException {
        return SshdFixture.start("SetEnv PATH=" + in(folder) + ":/usr/bin:/bin HOME=" + folder);
    }
}
