package jfab.training.ps.wire;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets a connection read straight to where the bytes belong: what Netty asks for as room to read is a piece of a tensor. */
final class TargetBuffers extends AbstractByteBufAllocator {
    private final Supplier<ByteBuffer> target;
    private @Nullable ByteBuf last;

    /**
     * @param target whose remaining bytes are read next; never empty
     */
    TargetBuffers(Supplier<ByteBuffer> target) {
        super(true);
        this.target = target;
    }

    @Override
    public ByteBuf ioBuffer(int initialCapacity) {
        ByteBuf room = Unpooled.wrappedBuffer(target.get().slice().order(ByteOrder.BIG_ENDIAN))
                .writerIndex(0);
        last = room;
        return room;
    }

    /** Whether {@code bytes} is the last room that was asked for, and so lies at the target. */
    @SuppressWarnings("ReferenceEquality") // Buffers are equal by their content.
    boolean gave(ByteBuf bytes) {
        return last == bytes;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return PooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return true;
    }
}
