package jfab.training.words;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import jfab.training.engine.HostTensor;
import jfab.training.program.DataType;
import jfab.training.program.ProgramException;
import jfab.training.program.Shape;
import jfab.training.program.Variable;
import org.jspecify.annotations.Nullable;

/** Numbers in nested lists, as a script writes them. */
final class Numbers {
    private Numbers() {}

    /** What {@code variable} is fed; the number of samples follows from how many numbers there are. */
    static HostTensor tensor(Variable variable, @Nullable Object value) {
        List<Number> numbers = new ArrayList<>();
        flatten(variable, value, numbers);
        long each = variable.shape().elementsFrom(1);
        if (numbers.isEmpty() || numbers.size() % each != 0) {
            throw new ProgramException("a sample of " + variable + " is " + each + " numbers, and there are "
                    + numbers.size() + " for it");
        }
        long[] shape = variable.shape().toArray();
        shape[0] = numbers.size() / each;
        HostTensor tensor = HostTensor.zeros(Shape.of(shape), variable.type());
        ByteBuffer bytes = tensor.bytes(0, Math.toIntExact(tensor.byteSize()));
        for (Number number : numbers) {
            if (variable.type() == DataType.INT64) {
                bytes.putLong(number.longValue());
            } else {
                bytes.putFloat(number.floatValue());
            }
        }
        return tensor;
    }

    private static void flatten(Variable variable, @Nullable Object value, List<Number> numbers) {
        switch (value) {
            case Number number -> numbers.add(number);
            case Collection<?> list -> list.forEach(element -> flatten(variable, element, numbers));
            case null, default ->
                throw new ProgramException(variable.name() + " is fed numbers in lists, not " + value);
        }
    }
}
