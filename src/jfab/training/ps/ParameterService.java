package jfab.training.ps;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.MessageCodec;

/** The gRPC service {@code jfab.ParameterServer}: streams of messages in both directions per trainer and server. */
final class ParameterService {
    static final String SERVICE = "jfab.ParameterServer";

    static final MethodDescriptor<Message, Message> TRAIN = method("Train");

    /** Heartbeats: a {@link Message.Beat} and its echo. */
    static final MethodDescriptor<Message, Message> BEAT = method("Beat");

    /** How much may be on its way before the receiver has taken it: a few chunks, so that the link never runs dry. */
    static final int WINDOW = 32 * MessageCodec.CHUNK;

    /** How much a sender hands to gRPC before it waits. */
    static final int READY = 4 * MessageCodec.CHUNK;

    /** An address and HTTP/2's own headers. */
    static final int MAX_METADATA = 8192;

    static final TimeUnit SECONDS = TimeUnit.SECONDS;

    /** Held, because loggers are kept by weak references only. */
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    static {
        // What gRPC logs, it also reports to us, and our message has no stack trace.
        GRPC.setLevel(Level.OFF);
    }

    private ParameterService() {}

    private static MethodDescriptor<Message, Message> method(String name) {
        return MethodDescriptor.<Message, Message>newBuilder()
                .setType(MethodType.BIDI_STREAMING)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(new MessageCodec())
                .setResponseMarshaller(new MessageCodec())
                .build();
    }
}
