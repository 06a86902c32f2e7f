package jfab.training.ps.proof;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/**
 * What the two sides of a handshake tell each other: a letter, and {@link JobSecret#LENGTH} bytes or, with {@link #REFUSAL}, the letter
 * of a {@link Reason}. A call of gRPC begins with {@code P}, a data connection with {@code j}, a server of gRPC with 0.
 */
final class HandshakeMessage {
    /** The caller begins, with its nonce. */
    static final byte HELLO = 'h';

    /** The server answers with its own. */
    static final byte CHALLENGE = 'c';

    /** The caller's, then the server's. */
    static final byte PROOF = 'p';

    /** The server's last word. */
    static final byte REFUSAL = 'r';

    /** With its letter. */
    static final int MESSAGE = 1 + JobSecret.LENGTH;

    /** Why a server does not talk to a caller. */
    enum Reason {
        NEEDED('s', "it lets in only those who know the job's secret, and here JFAB_JOB_TOKEN is not set"),
        DIFFERS('d', "its JFAB_JOB_TOKEN, the job's secret, is another one than here"),
        NONE('n', "it has no secret, and here JFAB_JOB_TOKEN is set; set it for all processes of the job, or for none");

        private final char letter;
        private final String sentence;

        Reason(char letter, String sentence) {
            this.letter = letter;
            this.sentence = sentence;
        }

        byte letter() {
            return (byte) letter;
        }

        static String sentence(byte letter) {
            for (Reason reason : values()) {
                if (reason.letter() == letter) {
                    return reason.sentence;
                }
            }
            return "it refuses this process";
        }
    }

    private HandshakeMessage() {}

    static void tell(ChannelHandlerContext context, byte letter, byte... content) {
        ByteBuf message = context.alloc().buffer(1 + content.length);
        message.writeByte(letter).writeBytes(content);
        var _ = context.writeAndFlush(message);
    }

    /** What follows the letter of a whole message. */
    static byte[] content(ByteBuf message) {
        byte[] content = new byte[JobSecret.LENGTH];
        message.skipBytes(1).readBytes(content);
        return content;
    }
}
