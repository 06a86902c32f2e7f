package jfab.training.data;

import java.util.List;

/**
 * The numbers of one sample as an array in a file has them, row-major.
 *
 * @param numbers whole ones for pictures and ids alike: a variable takes them in its own type
 * @param source the file, and the array's name in it, as errors begin: {@code digits.npz: images: }
 */
public record ArrayRow(Column numbers, List<Long> shape, String source) implements Numbers {
    @Override
    public int size() {
        return numbers.size();
    }

    @Override
    public Number getAt(int index) {
        return numbers.getAt(index);
    }
}
