package jfab.training.ps;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Lets the handler of a call know the host that it comes from. */
final class RemoteAddress implements ServerInterceptor {
    private static final Context.Key<String> HOST = Context.key("remote-host");

    /** Of the call that is being started in this thread. */
    static String current() {
        String host = HOST.get();
        return host == null ? "an unknown host" : host;
    }

    /** Without the port, which says nothing about a caller. */
    static String host(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress socket ? socket.getHostString() : String.valueOf(address);
    }

    @Override
    public <Q, P> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
        String host = host(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
        return Contexts.interceptCall(Context.current().withValue(HOST, host), call, headers, next);
    }
}
