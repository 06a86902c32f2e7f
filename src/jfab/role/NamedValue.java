package jfab.role;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value with the name under which the user gave it, so that a complaint can say where to look. */
record NamedValue(String name, String value) {
    /** Argument number {@code position}, counted from 1 as {@code $1} is in a shell. */
    static NamedValue argument(int position, List<String> names, List<String> arguments) {
        return new NamedValue("argument " + position + ", " + names.get(position - 1), arguments.get(position - 1));
    }

    /** The variable {@code name}, unless it is unset or empty. */
    static Optional<NamedValue> variable(String name, Map<String, String> environment) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> !value.isBlank())
                .map(value -> new NamedValue(name, value.strip()));
    }

    static NamedValue required(String name, Map<String, String> environment, String whose) {
        return variable(name, environment).orElseThrow(() -> new RoleException("need env " + name + ": " + whose));
    }

    int number() {
        if (!value.matches("\\d{1,9}")) {
            throw new RoleException(name + ": '" + value + "' is not a number");
        }
        return Integer.parseInt(value);
    }

    Endpoint endpoint() {
        return endpoint(value);
    }

    /** Comma-separated endpoints, each of them once. */
    List<Endpoint> endpoints() {
        List<Endpoint> endpoints =
                Arrays.stream(value.split(",", -1)).map(this::endpoint).toList();
        return distinct(endpoints);
    }

    /** Comma-separated hosts that all listen on {@code port}. */
    List<Endpoint> hosts(int port) {
        List<Endpoint> endpoints = Arrays.stream(value.split(",", -1))
                .map(host -> endpoint(host.strip() + ":" + port))
                .toList();
        return distinct(endpoints);
    }

    Role role() {
        return Role.named(value)
                .orElseThrow(() -> new RoleException(name + ": '" + value + "' is no role; write PSERVER or TRAINER"));
    }

    private Endpoint endpoint(String text) {
        try {
            return Endpoint.parse(text.strip());
        } catch (RoleException e) {
            throw new RoleException(name + ": " + e.getMessage());
        }
    }

    private List<Endpoint> distinct(List<Endpoint> endpoints) {
        for (Endpoint endpoint : endpoints) {
            if (endpoints.indexOf(endpoint) != endpoints.lastIndexOf(endpoint)) {
                throw new RoleException(name + ": " + endpoint + " is listed twice");
            }
        }
        return endpoints;
    }
}
