package jfab.control.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import jfab.control.connection.Connector;
import jfab.control.connection.Group;
import jfab.control.connection.Transport;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.Result;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;

/** A host that gives the same answer to every request about a job. */
public final class FakeHost implements Connector {
    static final Host HOST = Host.parse("gpu1");

    private final byte[] answer;
    private final int exitStatus;

    /** @param exitStatus of each request */
    FakeHost(byte[] answer, int exitStatus) {
        this.answer = answer;
        this.exitStatus = exitStatus;
    }

    FakeHost(String answer, int exitStatus) {
        this(answer.getBytes(StandardCharsets.UTF_8), exitStatus);
    }

    /** A job that has no other host. */
    Job job(LaunchListener listener) {
        Description description = new Description(
                JobId.parse("JOB20260131120000"),
                List.of(HOST),
                List.of(),
                "work",
                "",
                Duration.ofSeconds(3),
                Duration.ZERO,
                Map.of());
        return new Job(description, new Group(List.of(HOST), this), listener);
    }

    /** Hosts that give an answer to each request about a job, by host and word, as {@link #answering} does. */
    public static Connector connecting(BiFunction<Host, String, String> answers) {
        return new Connector() {
            @Override
            public Transport connect(Host host) {
                return answering(host, word -> answers.apply(host, word));
            }

            @Override
            public void close() {}
        };
    }

    /** A host that gives an answer to each request about a job, by its word; {@code fail} is one that fails with code 75. */
    static Transport answering(Host host, UnaryOperator<String> answers) {
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("host")) {
                        return host;
                    }
                    if (arguments == null) {
                        return method.getReturnType() == boolean.class ? Boolean.TRUE : null;
                    }
                    Command command = (Command) arguments[0];
                    String answer = answers.apply(command.line().replaceFirst("(?s)^# jfab (\\w+).*", "$1"));
                    boolean fails = answer.equals("fail");
                    boolean piped = method.getName().equals("pipe");
                    if (piped) {
                        ((OutputStream) arguments[2]).write(answer.getBytes(StandardCharsets.UTF_8));
                    }
                    return new Result(
                            host,
                            command,
                            fails ? 75 : 0,
                            null,
                            piped || fails ? "" : answer,
                            fails ? "no" : "",
                            Duration.ZERO);
                });
    }

    @Override
    public Transport connect(Host host) {
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "host" -> HOST;
                    case "run" ->
                        new Result(
                                HOST,
                                (Command) arguments[0],
                                exitStatus,
                                null,
                                new String(answer, StandardCharsets.UTF_8),
                                "",
                                Duration.ZERO);
                    case "pipe" -> {
                        try {
                            ((OutputStream) arguments[2]).write(answer);
                        } catch (IOException e) {
                            throw new ConnectionException(HOST, ConnectionException.Reason.LOST, "not read", e);
                        }
                        yield new Result(HOST, (Command) arguments[0], exitStatus, null, "", "", Duration.ZERO);
                    }
                    case "close", "leave" -> null;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Override
    public void close() {}
}
