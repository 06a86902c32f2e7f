package jfab.training.ps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfab.training.ps.job.Deadlines;
import jfab.training.ps.proof.JobSecret;
import jfab.training.ps.proof.ServerHandshake;
import jfab.training.ps.proof.UnprovenConnections;
import jfab.training.ps.wire.DataKey;
import org.junit.jupiter.api.Test;

/**
 * A connection of the job that is chosen to be closed for a newer one, in the moment in which it proves itself: it is not let in, so
 * that its caller makes a new one. Let in and closed then, it would end the job.
 */
class CrowdedOutTest {
    private static final String SECRET = "secret";

    private final List<String> console = new ArrayList<>();
    private final List<ChannelHandlerContext> begun = new ArrayList<>();
    private final ChannelHandler grpc = new ChannelInboundHandlerAdapter() {
        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            begun.add(context);
        }
    };
    private ByteBuf lastWords = Unpooled.EMPTY_BUFFER;
    private final UnprovenConnections one = new UnprovenConnections(
            1, LargeFrames.SIZE, channel -> ((EmbeddedChannel) channel).writeInbound(lastWords));

    @Test
    void aProofThatComesThenIsNotAnswered() throws Exception {
        EmbeddedChannel caller = connection(SECRET, grpc);
        caller.writeInbound(Unpooled.copiedBuffer(
                Unpooled.wrappedBuffer(new byte[] {'h'}), Unpooled.wrappedBuffer(RawProof.NONCE)));
        ByteBuf challenge = caller.readOutbound();
        byte[] nonce = new byte[32];
        challenge.skipBytes(1).readBytes(nonce).release();
        lastWords = Unpooled.copiedBuffer(
                Unpooled.wrappedBuffer(new byte[] {'p'}),
                Unpooled.wrappedBuffer(RawProof.of("CALLER", SECRET, RawProof.NONCE, nonce)));
        closedForAnother(caller, SECRET);
    }

    @Test
    void aCallOfGrpcThatBeginsThenIsNotAnswered() {
        lastWords = Unpooled.copiedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII);
        closedForAnother(connection("", grpc), "");
    }

    @Test
    void aKeyThatIsShownThenIsNotTaken() {
        DataDoor door = new DataDoor(true, console::add);
        lastWords = Unpooled.buffer();
        FirstBytes.greet(lastWords, DataKey.draw());
        closedForAnother(connection("", new FirstBytes(door, Deadlines.from(Map.of()), one, grpc)), "");
        assertEquals(List.of(), console, "nobody has asked the door about the key");
    }

    private void closedForAnother(EmbeddedChannel caller, String secret) {
        connection(secret, grpc);
        assertNull(caller.readOutbound());
        assertEquals(List.of(), begun);
        assertFalse(caller.isOpen());
    }

    private EmbeddedChannel connection(String secret, ChannelHandler next) {
        return new EmbeddedChannel(new ServerHandshake(new JobSecret(secret), one, null, next));
    }
}
