package jfab.training.ps;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.proof.BeforeGrpc;
import jfab.training.ps.proof.UnprovenConnections;
import jfab.training.ps.wire.DataKey;
import jfab.training.ps.wire.DataLink;

/**
 * Tells data connections from gRPC's on the port of a server, by their first bytes after the proof of the job's secret:
 * {@link #GREETING} and a key, which are answered with the greeting. Whatever begins otherwise is gRPC's to judge, and so is what has
 * not begun before the deadline of the handshake.
 */
final class FirstBytes extends BeforeGrpc {
    /** HTTP/2 begins with PRI, so the first letter tells. */
    private static final String GREETING = "jfabdata";

    /** The length of what lets a data connection in. */
    static final int ANSWER = GREETING.length();

    /** Greeting and key. */
    private static final int LENGTH = ANSWER + 2 * Long.BYTES;

    private final DataDoor door;
    private final Deadlines deadlines;
    private final ChannelHandler grpc;

    /**
     * @param unproven counts the connection until it is known to be gRPC's or to have a key, where no secret was asked for before
     * @param grpc takes over where the connection is gRPC's
     */
    FirstBytes(DataDoor door, Deadlines deadlines, UnprovenConnections unproven, ChannelHandler grpc) {
        super(unproven);
        this.door = door;
        this.deadlines = deadlines;
        this.grpc = grpc;
    }

    /** What a data connection begins with. */
    static void greet(ByteBuf target, DataKey key) {
        answer(target);
        target.writeLong(key.high()).writeLong(key.low());
    }

    /** What lets a data connection in. */
    static void answer(ByteBuf target) {
        target.writeCharSequence(GREETING, StandardCharsets.US_ASCII);
    }

    /** Whether {@code answer} lets in. */
    static boolean admits(ByteBuf answer) {
        return answer.toString(StandardCharsets.US_ASCII).equals(GREETING);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) {
        if (bytes.getByte(bytes.readerIndex()) != GREETING.charAt(0)) {
            giveWay(context, grpc);
        } else if (bytes.readableBytes() >= LENGTH) {
            admit(context, bytes);
        }
    }

    private void admit(ChannelHandlerContext context, ByteBuf bytes) {
        if (!proven(context)) {
            return;
        }
        // Only now, so that the key still lets in when the connection does not last.
        boolean whole = bytes.readableBytes() == LENGTH && admits(bytes.readSlice(ANSWER));
        TrainerLink trainer = whole ? door.enter(new DataKey(bytes.readLong(), bytes.readLong())) : null;
        if (trainer == null) {
            bytes.skipBytes(bytes.readableBytes());
            refuse(context, "it has no key of this job");
            return;
        }
        leaveGrpc(context);
        DataLink link = trainer.dataLink(deadlines);
        context.pipeline().addLast(link);
        trainer.attach(link);
        ByteBuf answer = context.alloc().buffer(LENGTH);
        answer(answer);
        var _ = context.writeAndFlush(answer);
        context.pipeline().remove(this);
    }

    /**
     * gRPC waits for a handshake that will not come, and by its handlers it would end the connection when it gives up. What it does
     * without them is to close the connection when the server ends.
     */
    private void leaveGrpc(ChannelHandlerContext context) {
        while (context.pipeline().last() != this) {
            context.pipeline().removeLast();
        }
    }

    private void refuse(ChannelHandlerContext context, String reason) {
        door.refused(RemoteAddress.host(context.channel().remoteAddress()), reason);
        var _ = context.close();
    }
}
