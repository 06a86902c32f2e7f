package jfab.control.hosts;

import java.nio.file.Path;
import java.util.List;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;

/** Something that hosts come from; it is asked when they are needed, not before. */
public sealed interface HostSource {
    /** What a source may have to look up. */
    interface Known {
        /** The hosts of a role. */
        List<Host> role(String name);

        /** The hosts of the user's ssh_config that match a pattern of OpenSSH's. */
        List<Host> configured(String pattern);
    }

    /** The hosts, in order. */
    List<Host> hosts(Known known);

    /** Hosts that are known already. */
    record Given(List<Host> named) implements HostSource {
        public Given {
            named = List.copyOf(named);
        }

        @Override
        public List<Host> hosts(Known known) {
            return named;
        }
    }

    /** This machine, which needs no connection. */
    record Here() implements HostSource {
        @Override
        public List<Host> hosts(Known known) {
            return List.of(Host.HERE);
        }
    }

    /** An expression as {@link HostSet} reads it, its files relative to {@code folder}. */
    record Expression(String text, Path folder) implements HostSource {
        @Override
        public List<Host> hosts(Known known) {
            return HostSet.parse(text, known::role, folder).hosts();
        }
    }

    /** What a program prints; it runs once. */
    record Printed(HostCommand command) implements HostSource {
        @Override
        public List<Host> hosts(Known known) {
            return command.hosts();
        }
    }

    /** The names in the user's ssh_config that match {@code pattern}. */
    record Configured(String pattern) implements HostSource {
        @Override
        public List<Host> hosts(Known known) {
            return known.configured(pattern);
        }
    }

    /**
     * Reads {@code text}, at once where that needs nothing else.
     *
     * @throws jfab.control.connection.host.ConnectionException when it cannot be understood
     */
    static HostSource of(String text, Path folder) {
        return HostSet.namesOthers(text)
                ? new Expression(text, folder)
                : new Given(HostSet.parse(text).hosts());
    }
}
