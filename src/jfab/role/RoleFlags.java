package jfab.role;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The flags of documents 000 and 001: {@code --num_gradient_servers}, {@code --pservers}, {@code --port}, {@code --nics},
 * {@code --trainer_id} and {@code --local}.
 *
 * <p>Every entry of {@code --pservers} is a host that listens on {@code --port}, or an endpoint by itself. A server finds which of them
 * it is by the addresses of this machine, those of {@code --nics} where that is given, and by its own {@code --port}.
 */
public final class RoleFlags {
    private final Map<String, String> flags;

    /**
     * Flags as given, without dashes; those that are missing have v1's defaults.
     */
    public RoleFlags(Map<String, String> flags) {
        this.flags = Map.copyOf(flags);
    }

    /** The role of {@code paddle train}: a trainer of a job with {@code --local=0} or {@code --pservers}, else alone. */
    public RoleSpec trainer() {
        boolean alone = flags.containsKey("local") ? !flags.get("local").equals("0") : !flags.containsKey("pservers");
        if (alone) {
            return RoleSpec.local();
        }
        return new RoleSpec(Role.TRAINER, pservers(), null, number("trainer_id", 0), number("num_gradient_servers", 1));
    }

    /** The role of {@code paddle pserver}. */
    public RoleSpec server() {
        List<Endpoint> pservers = pservers();
        int port = number("port", 20134);
        List<Endpoint> own = pservers.stream()
                .filter(endpoint -> endpoint.port() == port && isHere(endpoint.host()))
                .toList();
        if (own.size() != 1) {
            throw new RoleException((own.isEmpty() ? "none" : "more than one") + " of --pservers "
                    + String.join(",", pservers.stream().map(Endpoint::toString).toList())
                    + " is this server: " + (flags.containsKey("nics") ? "--nics " + flags.get("nics") : "this machine")
                    + " with --port " + port);
        }
        return new RoleSpec(Role.PSERVER, pservers, own.getFirst(), 0, number("num_gradient_servers", 1));
    }

    private List<Endpoint> pservers() {
        String port = Integer.toString(number("port", 20134));
        String hosts = flags.getOrDefault("pservers", "127.0.0.1");
        List<String> endpoints = Arrays.stream(hosts.split(",", -1))
                .map(String::strip)
                .map(host -> host.matches(".*:\\d+") ? host : host + ":" + port)
                .toList();
        return new NamedValue("--pservers", String.join(",", endpoints)).endpoints();
    }

    private int number(String name, int preset) {
        return flags.containsKey(name) ? new NamedValue("--" + name, flags.get(name)).number() : preset;
    }

    private boolean isHere(String host) {
        try {
            List<InetAddress> here = addresses();
            return Arrays.stream(InetAddress.getAllByName(host))
                    .anyMatch(address -> here.contains(address)
                            || (address.isLoopbackAddress() && here.stream().anyMatch(InetAddress::isLoopbackAddress)));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private List<InetAddress> addresses() {
        try {
            List<InetAddress> addresses = new ArrayList<>();
            List<String> nics =
                    flags.containsKey("nics") ? List.of(flags.get("nics").split(",", -1)) : List.of();
            for (NetworkInterface card : NetworkInterface.networkInterfaces().toList()) {
                if (nics.isEmpty() || nics.contains(card.getName())) {
                    card.inetAddresses().forEach(addresses::add);
                }
            }
            return addresses;
        } catch (SocketException e) {
            throw new RoleException("the addresses of this machine cannot be read: " + e.getMessage());
        }
    }
}
