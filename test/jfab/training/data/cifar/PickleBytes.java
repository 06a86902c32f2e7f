package jfab.training.data.cifar;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes the opcodes of Python 2's protocol 2, as CIFAR-10's batches have them. */
final class PickleBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int memo;

    /** A batch as Python 2 wrote it: the labels in groups of 1000, each object remembered. */
    static byte[] batch(int[] labels, byte[] pixels) {
        PickleBytes pickle = new PickleBytes();
        pickle.op(0x80).op(2).op('}').remember().op('(');
        pickle.text("batch_label").text("training batch 1 of 5");
        pickle.text("labels").op(']').remember();
        for (int from = 0; from < labels.length; from += 1000) {
            pickle.op('(');
            for (int i = from; i < Math.min(labels.length, from + 1000); i++) {
                pickle.number(labels[i]);
            }
            pickle.op('e');
        }
        pickle.text("data").array(labels.length, pixels);
        pickle.text("filenames")
                .op(']')
                .remember()
                .op('(')
                .text("camion_s_000148.png")
                .op('e');
        return pickle.op('u').op('.').bytes();
    }

    PickleBytes op(int opcode) {
        out.write(opcode);
        return this;
    }

    PickleBytes line(String text) {
        out.writeBytes((text + "\n").getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    PickleBytes text(String text) {
        op('U').op(text.length());
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        return remember();
    }

    PickleBytes number(int number) {
        if (number >= 0 && number < 256) {
            return op('K').op(number);
        }
        if (number >= 0 && number < 65536) {
            return op('M').op(number & 0xff).op(number >> 8);
        }
        op('J');
        return raw(number);
    }

    PickleBytes remember() {
        if (memo < 256) {
            return op('q').op(memo++);
        }
        op('r');
        return raw(memo++);
    }

    int length() {
        return out.size();
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private void array(int rows, byte[] pixels) {
        op('c').line("numpy.core.multiarray").line("_reconstruct").remember();
        op('c').line("numpy").line("ndarray").remember();
        op('K').op(0).op(0x85).text("b").op(0x87).op('R').remember();
        op('(').op('K').op(1).number(rows).number(3072).op(0x86);
        op('c').line("numpy").line("dtype").remember();
        text("u1").op('K').op(0).op('K').op(1).op(0x87).op('R').remember();
        op('(').op('K')
                .op(3)
                .text("|")
                .op('N')
                .op('N')
                .op('N')
                .number(-1)
                .number(-1)
                .op('K')
                .op(0)
                .op('t')
                .op('b');
        op(0x89).op('T').raw(pixels.length);
        out.writeBytes(pixels);
        op('t').op('b');
    }

    private PickleBytes raw(int number) {
        out.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array());
        return this;
    }
}
