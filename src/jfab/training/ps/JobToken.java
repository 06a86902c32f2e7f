package jfab.training.ps;

import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The secret of a job in the metadata of its calls. */
record JobToken(String secret) implements ServerInterceptor {
    private static final Metadata.Key<byte[]> KEY =
            Metadata.Key.of("jfab-job-token-bin", Metadata.BINARY_BYTE_MARSHALLER);

    /** Adds the secret to every call. */
    ClientInterceptor attach() {
        Metadata metadata = new Metadata();
        metadata.put(KEY, bytes());
        return MetadataUtils.newAttachHeadersInterceptor(metadata);
    }

    /** Lets calls of this job through; all of them, where it has no secret. */
    @Override
    public <Q, P> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
        byte[] given = headers.get(KEY);
        if (secret.isEmpty() || (given != null && MessageDigest.isEqual(bytes(), given))) {
            return next.startCall(call, headers);
        }
        call.close(
                Status.UNAUTHENTICATED.withDescription("the caller does not have this job's token, JFAB_JOB_TOKEN"),
                new Metadata());
        return new ServerCall.Listener<>() {};
    }

    @Override
    public String toString() {
        return "JobToken";
    }

    private byte[] bytes() {
        return secret.getBytes(StandardCharsets.UTF_8);
    }
}
