package jfab.training.data.cifar;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.PlainText;
import jfab.training.data.ByteSource;
import jfab.training.data.DataException;

/**
 * Reads the pickles of CIFAR-10's Python version, as Python 2 wrote them in protocol 2. It knows the opcodes that these have and
 * three names of NumPy, and calls nothing: whatever else a pickle asks for is an error.
 */
final class Pickle {
    private final ByteSource source;
    private final Deque<Pickled> stack = new ArrayDeque<>();
    private final Map<Long, Pickled> memo = new HashMap<>();

    private Pickle(ByteSource source) {
        this.source = source;
    }

    /** The value that the pickle describes. */
    static Pickled read(ByteSource source) {
        return new Pickle(source).run();
    }

    private Pickled run() {
        while (true) {
            long at = source.offset();
            int opcode = source.next();
            switch (opcode) {
                case 0x80 -> unsigned(1);
                case '}' -> stack.push(new Pickled.Table(new LinkedHashMap<>()));
                case ']', ')' -> stack.push(new Pickled.Row(new ArrayList<>()));
                case '(' -> stack.push(Pickled.Sign.MARK);
                case 'N' -> stack.push(Pickled.Sign.NONE);
                case 0x88, 0x89 -> stack.push(new Pickled.Whole(0x89 - opcode, at));
                case 'K' -> stack.push(new Pickled.Whole(unsigned(1), at));
                case 'M' -> stack.push(new Pickled.Whole(unsigned(2), at));
                case 'J' -> stack.push(new Pickled.Whole((int) unsigned(4), at));
                case 'U' -> stack.push(text(unsigned(1)));
                case 'T', 'X' -> stack.push(text(unsigned(4)));
                case 'c' -> stack.push(name(at));
                case 'q' -> memo.put(unsigned(1), top(at));
                case 'r' -> memo.put(unsigned(4), top(at));
                case 'h' -> stack.push(remembered(unsigned(1), at));
                case 'j' -> stack.push(remembered(unsigned(4), at));
                case 0x85, 0x86, 0x87 -> stack.push(new Pickled.Row(pop(opcode - 0x84, at)));
                case 't' -> stack.push(new Pickled.Row(sinceMark(at)));
                case 'a' -> append(pop(1, at), at);
                case 'e' -> append(sinceMark(at), at);
                case 's' -> put(pop(2, at), at);
                case 'u' -> put(sinceMark(at), at);
                case 'R' -> stack.push(made(pop(2, at), at));
                case 'b' -> stack.push(finished(pop(2, at), at));
                case '.' -> {
                    return pop(1, at).getFirst();
                }
                case -1 -> throw source.error("ends at byte " + at + ", inside its pickle");
                default -> throw foreign(at, "the opcode " + opcode);
            }
        }
    }

    private void append(List<Pickled> items, long at) {
        if (!(top(at) instanceof Pickled.Row(List<Pickled> row))) {
            throw foreign(at, "an item outside of a list");
        }
        row.addAll(items);
    }

    private void put(List<Pickled> pairs, long at) {
        if (!(top(at) instanceof Pickled.Table(Map<String, Pickled> table)) || pairs.size() % 2 != 0) {
            throw foreign(at, "an entry outside of a dictionary");
        }
        for (int i = 0; i < pairs.size(); i += 2) {
            if (!(pairs.get(i) instanceof Pickled.Text(byte[] key, long _))) {
                throw foreign(at, "a key that is no text");
            }
            table.put(new String(key, StandardCharsets.ISO_8859_1), pairs.get(i + 1));
        }
    }

    /** What a call makes, without calling anything. */
    private Pickled made(List<Pickled> call, long at) {
        if (call.getFirst() instanceof Pickled.Name(String name) && call.getLast() instanceof Pickled.Row arguments) {
            return new Pickled.Unfinished(name, arguments);
        }
        throw foreign(at, "a call");
    }

    /** The array that a state of five makes; other objects need no state. */
    private Pickled finished(List<Pickled> objectAndState, long at) {
        if (!(objectAndState.getFirst() instanceof Pickled.Unfinished object)) {
            throw foreign(at, "a state");
        }
        return object.kind().equals(PickleNames.ARRAY)
                ? PickleNames.array(objectAndState.getLast())
                        .orElseThrow(() -> foreign(at, "an array that does not hold unsigned bytes row by row"))
                : object;
    }

    private Pickled name(long at) {
        String name = line(at) + "." + line(at);
        if (!PickleNames.ALLOWED.contains(name)) {
            throw foreign(at, "the name " + PlainText.line(name));
        }
        return new Pickled.Name(name);
    }

    private String line(long at) {
        StringBuilder line = new StringBuilder();
        for (int next = source.next(); next != '\n'; next = source.next()) {
            if (next < 0 || line.length() > 100) {
                throw foreign(at, "a name without end");
            }
            line.append((char) next);
        }
        return line.toString();
    }

    private Pickled.Text text(long length) {
        long at = source.offset();
        return new Pickled.Text(bytes(length), at);
    }

    private long unsigned(int bytes) {
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return number.put(bytes(bytes)).getLong(0);
    }

    private byte[] bytes(long length) {
        long at = source.offset();
        byte[] bytes = length > Integer.MAX_VALUE - 8 ? new byte[0] : source.next((int) length);
        if (bytes.length < length) {
            throw source.error(
                    "ends at byte " + source.offset() + ", inside the " + length + " bytes that begin at byte " + at);
        }
        return bytes;
    }

    private List<Pickled> sinceMark(long at) {
        int count = 0;
        for (Pickled item : stack) {
            if (item == Pickled.Sign.MARK) {
                List<Pickled> items = pop(count, at);
                stack.pop();
                return items;
            }
            count++;
        }
        throw foreign(at, "an end without a beginning");
    }

    /** The last {@code count} items in the order in which they came. */
    private List<Pickled> pop(int count, long at) {
        if (stack.size() < count) {
            throw foreign(at, "an item that is not there");
        }
        List<Pickled> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(stack.pop());
        }
        Collections.reverse(items);
        return items;
    }

    private Pickled top(long at) {
        return stack.isEmpty() ? pop(1, at).getFirst() : stack.element();
    }

    private Pickled remembered(long key, long at) {
        Pickled value = memo.get(key);
        if (value == null) {
            throw foreign(at, "an item that is not there");
        }
        return value;
    }

    private DataException foreign(long at, String what) {
        return source.error("at byte " + at + ": " + what + " does not belong into CIFAR-10's pickles");
    }
}
