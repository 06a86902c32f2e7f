package jfab.control.connection.transfer;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.connection.host.Host;

/** What {@code {host}}, {@code {user}}, {@code {port}}, {@code {dirname}} and {@code {basename}} stand for in a local path. */
record Placeholders(Host host, String user, int port, String path) {
    private static final Pattern NAMES = Pattern.compile("\\{(host|user|port|dirname|basename)}");

    String in(String local) {
        Map<String, String> values = Map.of(
                "host", host.name(),
                "user", user,
                "port", String.valueOf(port),
                "dirname", RemotePath.parent(path),
                "basename", RemotePath.name(path));
        return NAMES.matcher(local)
                .replaceAll(match -> Matcher.quoteReplacement(String.valueOf(values.get(match.group(1)))));
    }
}
