package jfab.training.ps.wire;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jfab.training.ps.wire.Message.Abort;
import jfab.training.ps.wire.Message.Beat;
import jfab.training.ps.wire.Message.Bye;
import jfab.training.ps.wire.Message.Compare;
import jfab.training.ps.wire.Message.Compared;
import jfab.training.ps.wire.Message.Compressed;
import jfab.training.ps.wire.Message.Current;
import jfab.training.ps.wire.Message.Fed;
import jfab.training.ps.wire.Message.Have;
import jfab.training.ps.wire.Message.Ids;
import jfab.training.ps.wire.Message.IdsAsked;
import jfab.training.ps.wire.Message.Initial;
import jfab.training.ps.wire.Message.Join;
import jfab.training.ps.wire.Message.Layout;
import jfab.training.ps.wire.Message.Malformed;
import jfab.training.ps.wire.Message.Mark;
import jfab.training.ps.wire.Message.NormParts;
import jfab.training.ps.wire.Message.Norms;
import jfab.training.ps.wire.Message.Pull;
import jfab.training.ps.wire.Message.Push;
import jfab.training.ps.wire.Message.Resume;
import jfab.training.ps.wire.Message.Rollback;
import jfab.training.ps.wire.Message.RowGradients;
import jfab.training.ps.wire.Message.Rows;
import jfab.training.ps.wire.Message.RowsAsked;
import jfab.training.ps.wire.Message.Stop;
import jfab.training.ps.wire.Message.Values;
import jfab.training.ps.wire.Message.Welcome;

/**
 * Messages as bytes: one for the kind, then the fields in order, little-endian; text and tensor data fill the rest.
 *
 * <p>Bytes that are no message come out as {@link Malformed} and not as an exception, which gRPC would log with a stack
 * trace and answer with an unspecific status.
 */
public final class MessageCodec implements Marshaller<Message> {
    /** Tensor data per message: large enough that the per-message cost vanishes, small enough to be copied out of a processor's cache. */
    public static final int CHUNK = 1 << 18;

    /** No message is longer: the largest head and a chunk. */
    public static final int MAX_MESSAGE = CHUNK + 64;

    /** Texts are cut to this many bytes. */
    static final int MAX_TEXT = 4096;

    private static final byte VERSION = 5;
    private static final int HEAD = 32;

    /** Kind, slice and offset. */
    private static final int VALUES_HEAD = 1 + Integer.BYTES + Long.BYTES;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** How many rows of {@code width} numbers go into one message, with their ids. */
    public static int rowsPerMessage(int width) {
        return Math.max(1, (CHUNK - RowCodec.MAX_NAME - 8) / (width * Float.BYTES + Long.BYTES));
    }

    @Override
    public InputStream stream(Message message) {
        ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer rest = switch (message) {
            case Join(int trainer, int trainers, long session) -> {
                head.put(Kind.JOIN.code())
                        .put(VERSION)
                        .putInt(trainer)
                        .putInt(trainers)
                        .putLong(session);
                yield NOTHING;
            }
            case Beat(long session) -> {
                head.put(Kind.BEAT.code()).putLong(session);
                yield NOTHING;
            }
            case Welcome(int trainer, DataKey key, List<Long> steps) -> {
                head.put(Kind.WELCOME.code())
                        .putInt(trainer)
                        .putLong(key.high())
                        .putLong(key.low());
                yield numbers(steps);
            }
            case Have(List<Long> steps) -> {
                head.put(Kind.HAVE.code());
                yield numbers(steps);
            }
            case Resume(long step) -> {
                head.put(Kind.RESUME.code()).putLong(step);
                yield NOTHING;
            }
            case Mark(long step) -> {
                head.put(Kind.MARK.code()).putLong(step);
                yield NOTHING;
            }
            case Rollback(String cause) -> {
                head.put(Kind.ROLLBACK.code());
                yield text(cause);
            }
            case Stop(String cause) -> {
                head.put(Kind.STOP.code());
                yield text(cause);
            }
            case Layout(String digest) -> {
                head.put(Kind.LAYOUT.code());
                yield text(digest);
            }
            case Initial() -> {
                head.put(Kind.INITIAL.code());
                yield NOTHING;
            }
            case Push(long step, long samples) -> {
                head.put(Kind.PUSH.code()).putLong(step).putLong(samples);
                yield NOTHING;
            }
            case Pull(long step) -> {
                head.put(Kind.PULL.code()).putLong(step);
                yield NOTHING;
            }
            case Current(long step) -> {
                head.put(Kind.CURRENT.code()).putLong(step);
                yield NOTHING;
            }
            case Values(int slice, long offset, List<ByteBuffer> data) -> {
                head.put(Kind.VALUES.code()).putInt(slice).putLong(offset);
                yield data.getFirst().duplicate();
            }
            case Compressed(int slice, long offset, int count, Encoding encoding, ByteBuffer data) -> {
                head.put(Kind.COMPRESSED.code())
                        .putInt(slice)
                        .putLong(offset)
                        .putInt(count)
                        .put(encoding.code());
                yield data.duplicate();
            }
            case IdsAsked(String table) -> {
                head.put(Kind.IDS_ASKED.code());
                yield text(table);
            }
            case Ids(long left, ByteBuffer ids) -> {
                head.put(Kind.IDS.code()).putLong(left);
                yield ids.duplicate();
            }
            case RowsAsked(String table, ByteBuffer ids) -> {
                head.put(Kind.ROWS_ASKED.code());
                yield RowCodec.encode(table, ids, NOTHING);
            }
            case Rows(ByteBuffer values) -> {
                head.put(Kind.ROWS.code());
                yield values.duplicate();
            }
            case RowGradients(String table, ByteBuffer ids, ByteBuffer values) -> {
                head.put(Kind.ROW_GRADIENTS.code());
                yield RowCodec.encode(table, ids, values);
            }
            case NormParts(long step, List<Double> squares) -> {
                head.put(Kind.NORM_PARTS.code()).putLong(step);
                yield NormCodec.encode(squares);
            }
            case Norms(long step, List<Double> squares) -> {
                head.put(Kind.NORMS.code()).putLong(step);
                yield NormCodec.encode(squares);
            }
            case Compare(String text, long number) -> {
                head.put(Kind.COMPARE.code()).putLong(number);
                yield text(text);
            }
            case Compared(boolean same, long most) -> {
                head.put(Kind.COMPARED.code()).putLong(most).put((byte) (same ? 1 : 0));
                yield NOTHING;
            }
            case Fed(String digest) -> {
                head.put(Kind.FED.code());
                yield text(digest);
            }
            case Bye() -> {
                head.put(Kind.BYE.code());
                yield NOTHING;
            }
            case Abort(String cause) -> {
                head.put(Kind.ABORT.code());
                yield text(cause);
            }
            case Malformed(String problem) -> throw new IllegalArgumentException(problem);
        };
        return new MessageStream(head.flip(), rest);
    }

    @Override
    public Message parse(InputStream stream) {
        try {
            // gRPC has the whole message and has held it against MAX_MESSAGE before it asks for a parse.
            int length = stream instanceof KnownLength ? stream.available() : MAX_MESSAGE;
            ByteBuffer start = ByteBuffer.wrap(stream.readNBytes(Math.min(length, VALUES_HEAD)))
                    .order(ByteOrder.LITTLE_ENDIAN);
            if (start.remaining() == VALUES_HEAD && start.get(0) == Kind.VALUES.code()) {
                return new Values(start.getInt(1), start.getLong(5), Pieces.of(stream, length - VALUES_HEAD));
            }
            byte[] rest = stream.readNBytes(length - start.remaining());
            return parse(ByteBuffer.allocate(start.remaining() + rest.length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(start)
                    .put(rest)
                    .flip());
        } catch (IOException | BufferUnderflowException e) {
            return new Malformed("a message ends too early");
        }
    }

    private static Message parse(ByteBuffer bytes) {
        byte code = bytes.get();
        Kind kind = Kind.of(code);
        if (kind == null) {
            return new Malformed("there is no message of kind " + code);
        }
        Message message = switch (kind) {
            case JOIN -> {
                byte version = bytes.get();
                yield version == VERSION
                        ? new Join(bytes.getInt(), bytes.getInt(), bytes.getLong())
                        : new Malformed("protocol version " + version + " is not spoken here, but " + VERSION);
            }
            case WELCOME -> new Welcome(bytes.getInt(), new DataKey(bytes.getLong(), bytes.getLong()), numbers(bytes));
            case HAVE -> new Have(numbers(bytes));
            case RESUME -> new Resume(bytes.getLong());
            case MARK -> new Mark(bytes.getLong());
            case ROLLBACK -> new Rollback(text(bytes));
            case STOP -> new Stop(text(bytes));
            case LAYOUT -> new Layout(text(bytes));
            case INITIAL -> new Initial();
            case PUSH -> new Push(bytes.getLong(), bytes.getLong());
            case PULL -> new Pull(bytes.getLong());
            case CURRENT -> new Current(bytes.getLong());
            // Whole ones never come here.
            case VALUES -> throw new BufferUnderflowException();
            case COMPRESSED -> {
                int slice = bytes.getInt();
                long offset = bytes.getLong();
                int count = bytes.getInt();
                Encoding encoding = Encoding.of(bytes.get());
                ByteBuffer data = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
                bytes.position(bytes.limit());
                yield encoding == null || count < 0 || count > CHUNK / Float.BYTES
                        ? new Malformed("numbers are compressed in a way that is not known here")
                        : new Compressed(slice, offset, count, encoding, data);
            }
            case BEAT -> new Beat(bytes.getLong());
            case IDS_ASKED -> new IdsAsked(text(bytes));
            case IDS -> new Ids(bytes.getLong(), RowCodec.rest(bytes));
            case ROWS_ASKED -> RowCodec.asked(bytes);
            case ROWS -> new Rows(RowCodec.rest(bytes));
            case ROW_GRADIENTS -> RowCodec.gradients(bytes);
            case NORM_PARTS -> new NormParts(bytes.getLong(), NormCodec.decode(bytes));
            case NORMS -> new Norms(bytes.getLong(), NormCodec.decode(bytes));
            case COMPARE -> {
                long number = bytes.getLong();
                yield new Compare(text(bytes), number);
            }
            case COMPARED -> {
                long most = bytes.getLong();
                yield new Compared(bytes.get() == 1, most);
            }
            case FED -> new Fed(text(bytes));
            case BYE -> new Bye();
            case ABORT -> new Abort(text(bytes));
        };
        return bytes.hasRemaining() && !(message instanceof Malformed)
                ? new Malformed(kind + " is followed by " + bytes.remaining() + " bytes too many")
                : message;
    }

    private static ByteBuffer numbers(List<Long> numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        numbers.forEach(bytes::putLong);
        return bytes.flip();
    }

    private static List<Long> numbers(ByteBuffer bytes) {
        List<Long> numbers = new ArrayList<>();
        while (bytes.hasRemaining()) {
            numbers.add(bytes.getLong());
        }
        return numbers;
    }

    private static ByteBuffer text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, MAX_TEXT));
    }

    private static String text(ByteBuffer bytes) {
        String text = StandardCharsets.UTF_8.decode(bytes).toString();
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }
}
