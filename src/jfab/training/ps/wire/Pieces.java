package jfab.training.ps.wire;

import io.grpc.HasByteBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What remains of a received message, where gRPC has it, so that tensor data is copied once: to its place. */
final class Pieces {
    private Pieces() {}

    /** At most {@code length} bytes, which are valid until gRPC closes {@code stream}: after the call that it hands the message to. */
    static List<ByteBuffer> of(InputStream stream, int length) throws IOException {
        if (!(stream instanceof HasByteBuffer source && source.byteBufferSupported() && stream.markSupported())) {
            return List.of(ByteBuffer.wrap(stream.readNBytes(length)));
        }
        // What is skipped is given back to its pool unless there is a mark before it.
        stream.mark(length);
        List<ByteBuffer> pieces = new ArrayList<>();
        for (ByteBuffer piece = source.getByteBuffer(); piece != null; piece = source.getByteBuffer()) {
            pieces.add(piece.duplicate());
            stream.skipNBytes(piece.remaining());
        }
        return List.copyOf(pieces);
    }
}
