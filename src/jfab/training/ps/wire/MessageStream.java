package jfab.training.ps.wire;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The bytes of one message, which gRPC drains into its network buffers; tensor data goes there straight from its own memory. */
final class MessageStream extends InputStream implements Drainable, KnownLength {
    private static final int PIECE = 1 << 15;

    private final ByteBuffer head;
    private final ByteBuffer rest;

    MessageStream(ByteBuffer head, ByteBuffer rest) {
        this.head = head;
        this.rest = rest;
    }

    @Override
    public int available() {
        return head.remaining() + rest.remaining();
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
        int length = available();
        byte[] piece = new byte[Math.min(PIECE, length)];
        drain(head, piece, target);
        drain(rest, piece, target);
        return length;
    }

    @Override
    public int read() {
        ByteBuffer next = head.hasRemaining() ? head : rest;
        return next.hasRemaining() ? next.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        ByteBuffer next = head.hasRemaining() ? head : rest;
        if (!next.hasRemaining()) {
            return length == 0 ? 0 : -1;
        }
        int count = Math.min(length, next.remaining());
        next.get(target, offset, count);
        return count;
    }

    private static void drain(ByteBuffer source, byte[] piece, OutputStream target) throws IOException {
        if (source.hasArray()) {
            target.write(source.array(), source.arrayOffset() + source.position(), source.remaining());
            source.position(source.limit());
        }
        while (source.hasRemaining()) {
            int count = Math.min(piece.length, source.remaining());
            source.get(piece, 0, count);
            target.write(piece, 0, count);
        }
    }
}
