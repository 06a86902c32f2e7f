package jfab.training.ps;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jfab.role.Endpoint;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.proof.JobSecret;
import jfab.training.ps.wire.Message;
import jfab.training.ps.wire.MessageCodec;
import org.jspecify.annotations.Nullable;

/** A caller that sends a server whatever it likes. */
final class RawCaller {
    private static final MethodDescriptor<byte[], byte[]> BYTES =
            ParameterService.TRAIN.toBuilder(new Bytes(), new Bytes()).build();

    private record Bytes() implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final ManagedChannel channel;
    private final ClientCall<byte[], byte[]> call;
    private final LinkedBlockingQueue<Object> answers = new LinkedBlockingQueue<>();

    RawCaller(Endpoint server, String token) {
        ServerDialer dialer = new ServerDialer(new JobSecret(token), null, _ -> {}, Deadlines.from(Map.of()));
        channel = dialer.dial(
                server, problem -> answers.add(Status.UNAUTHENTICATED.withDescription("the server: " + problem)));
        call = channel.newCall(BYTES, CallOptions.DEFAULT.withWaitForReady());
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(byte[] message) {
                        answers.add(new MessageCodec().parse(new ByteArrayInputStream(message)));
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        answers.add(status);
                    }
                },
                new Metadata());
        call.request(Integer.MAX_VALUE);
    }

    RawCaller send(Message message) {
        try (InputStream bytes = new MessageCodec().stream(message)) {
            return send(bytes.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RawCaller send(byte[] message) {
        call.sendMessage(message);
        return this;
    }

    Object awaitMessage() throws InterruptedException {
        Object answer = answers.poll(60, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("no answer within 30 s");
        }
        return answer;
    }

    /** How the server ended the call: the status, and the message before it. */
    String end() throws InterruptedException {
        @Nullable Object last = null;
        while (true) {
            Object answer = awaitMessage();
            if (answer instanceof Status status) {
                channel.shutdownNow();
                String description = status.getDescription() == null ? "" : ": " + status.getDescription();
                return status.getCode() + description + (last == null ? "" : " after " + last);
            }
            last = answer;
        }
    }

    /** What the death of the process does. */
    void hangUp() {
        channel.shutdownNow();
    }
}
