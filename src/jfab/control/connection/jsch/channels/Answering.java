package jfab.control.connection.jsch.channels;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import jfab.control.connection.command.OutputListener.Stream;
import jfab.control.connection.command.Responder;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what responders wait for, and feeds their answers.
 *
 * <p>A match may lie across pieces of output, but not begin more than {@link #REACH} characters before the newest piece: so
 * every piece costs the same, however long the output has become.
 */
final class Answering {
    private static final int REACH = 4096;

    private final List<Responder> responders;
    private final Feed feed;
    private final Map<Stream, Seen> streams = new EnumMap<>(Stream.class);
    private @Nullable String refusal;

    Answering(List<Responder> responders, Feed feed) {
        this.responders = responders;
        this.feed = feed;
    }

    void see(Stream stream, byte[] bytes) {
        if (!responders.isEmpty() && refusal == null) {
            streams.computeIfAbsent(stream, any -> new Seen()).add(bytes);
        }
    }

    /** Why the command is not to go on; null while it may. */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** The newest characters of a stream, and how far each responder has got in them. */
    private final class Seen {
        private final CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        private final int[] answered = new int[responders.size()];
        private final int[] checked = new int[responders.size()];
        private final boolean[] waiting = new boolean[responders.size()];
        private byte[] cut = new byte[0];
        private final StringBuilder text = new StringBuilder();

        void add(byte[] bytes) {
            forget(Math.max(0, text.length() - REACH));
            text.append(decoded(bytes));
            for (int i = 0; i < responders.size() && refusal == null; i++) {
                Responder responder = responders.get(i);
                checkRefusal(i, responder);
                if (refusal == null) {
                    answer(i, responder);
                }
            }
        }

        private void checkRefusal(int i, Responder responder) {
            if (waiting[i] && responder.refused() != null) {
                Matcher match = responder.refused().matcher(text);
                if (match.find(checked[i])) {
                    refusal =
                            "did not take the answer to " + responder.pattern().pattern();
                }
            }
        }

        private void answer(int i, Responder responder) {
            Matcher match = responder.pattern().matcher(text);
            for (int from = answered[i]; from <= text.length() && match.find(from); from = answered[i]) {
                feed.add(responder.answer().apply(match));
                // An empty match would be found again and again.
                answered[i] = Math.max(match.end(), match.start() + 1);
                checked[i] = match.end();
                waiting[i] = true;
            }
            answered[i] = Math.min(answered[i], text.length());
        }

        private void forget(int count) {
            text.delete(0, count);
            for (int i = 0; i < answered.length; i++) {
                answered[i] = Math.max(0, answered[i] - count);
                checked[i] = Math.max(0, checked[i] - count);
            }
        }

        /** Characters that are whole; the bytes of one that is cut wait for the next piece. */
        private CharSequence decoded(byte[] bytes) {
            ByteBuffer in = ByteBuffer.allocate(cut.length + bytes.length)
                    .put(cut)
                    .put(bytes)
                    .flip();
            CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
            decoder.decode(in, out, false);
            cut = new byte[in.remaining()];
            in.get(cut);
            return out.flip();
        }
    }
}
