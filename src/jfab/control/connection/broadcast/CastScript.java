package jfab.control.connection.broadcast;

import java.util.List;
import jfab.TextResource;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.HostScript;

/** The scripts of a broadcast as commands for a host; their first lines tell their arguments. */
public final class CastScript {
    /** Shell functions around authorized_keys, which use {@link HostScript#PRIVATE}; {@code sweep_casts} removes what dead broadcasts left. */
    public static final String KEYS = read("keys.sh");

    /** What {@link #drained} exits with where not all of the content came. */
    static final int GIVEN_UP = 75;

    private static final String DRAINED = """
            # passed on from host to host
            spool=$HOME/.jfab/cast/$1
            /bin/sh -c "$2" jfab "$spool" | /bin/sh -c "$3"
            code=$?
            [ -e "$spool/drained" ] || { [ "$code" != 0 ] && [ -d "$spool" ]; } || exit 75
            exit "$code"
            """;

    private CastScript() {}

    static Command cast(String id, int member, Chunks chunks) {
        return command(
                "broadcast",
                HostScript.PRIVATE + KEYS + read("cast.sh"),
                List.of(
                        id,
                        Integer.toString(member),
                        Integer.toString(chunks.chunk()),
                        Long.toString(chunks.size()),
                        chunks.root(),
                        read("receive.sh"),
                        read("feed.sh")));
    }

    /** Has a host take chunks from standard input as if they came from a neighbour. */
    static Command receive(String id, long order, int first, Chunks chunks) {
        String script =
                "SSH_ORIGINAL_COMMAND=$2\nexport SSH_ORIGINAL_COMMAND\nexec /bin/sh \"$HOME/.jfab/cast/$1/receive\" \"$3\"\n";
        return command("receive", script, List.of(id, order + " " + first, chunks.root()));
    }

    /** Has a host tidy up after a broadcast whose script is dead, as {@code sweep_casts} does. */
    static Command swept() {
        return command("sweep", HostScript.PRIVATE + KEYS + "sweep_casts\n", List.of());
    }

    /** {@code taker} with the content that comes as its standard input. */
    static Command drained(String id, Command taker) {
        Command whole = command("take", DRAINED, List.of(id, read("drain.sh"), taker.line()));
        return new Command(whole.line(), taker.around(), taker.manner(), taker.streams());
    }

    private static Command command(String word, String script, List<String> arguments) {
        return Command.shell("# jfab " + word + "\n"
                        + Command.of(HostScript.argv(script, arguments)).line())
                .hide();
    }

    private static String read(String name) {
        return TextResource.script(CastScript.class, name);
    }
}
