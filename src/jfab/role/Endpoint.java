package jfab.role;

/** A network address that a parameter server listens on, written {@code host:port}. */
public record Endpoint(String host, int port) {
    public Endpoint {
        if (host.isBlank() || port < 0 || port > 65535) {
            throw new RoleException("'" + host + ":" + port + "' is not an endpoint; write host:port");
        }
    }

    /** Reads {@code host:port}; an IPv6 address stands in brackets. */
    public static Endpoint parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0 || !text.substring(colon + 1).matches("\\d{1,5}")) {
            throw new RoleException("'" + text + "' is not an endpoint; write host:port");
        }
        return new Endpoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
