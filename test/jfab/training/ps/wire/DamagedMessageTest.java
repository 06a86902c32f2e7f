package jfab.training.ps.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jfab.tools.Fuzz;
import jfab.training.ps.wire.Message.Compare;
import jfab.training.ps.wire.Message.Have;
import jfab.training.ps.wire.Message.IdsAsked;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.Message.RowGradients;
import jfab.training.ps.wire.Message.RowsAsked;
import jfab.training.ps.wire.Message.Stop;
import jfab.training.ps.wire.Message.Welcome;
import org.junit.jupiter.api.Test;

/** Messages that are nearly what they should be: they come out as malformed ones, and never as an exception, which gRPC would log. */
class DamagedMessageTest {
    @Test
    void messages() throws IOException {
        ByteBuffer ids = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        MessageCodec codec = new MessageCodec();
        for (Message message : List.of(
                new Join(1, 2, 7),
                new Welcome(1, new DataKey(1, 2), List.of(10L, 20L)),
                new Have(List.of(10L)),
                new Stop("a cause"),
                new Compare("part", 3),
                new IdsAsked("table"),
                new RowsAsked("table", ids),
                new RowGradients("table", ids, ByteBuffer.allocate(96)))) {
            byte[] valid = codec.stream(message).readAllBytes();
            Fuzz.bytes(valid, bytes -> codec.parse(new ByteArrayInputStream(bytes)));
        }
    }
}
