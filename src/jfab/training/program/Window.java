package jfab.training.program;

/**
 * How a filter or a pooling moves over images.
 *
 * @param size of its side
 * @param stride from one place to the next
 * @param padding around the image, which counts for nothing
 * @param dilation how far apart the numbers are that it looks at; 1: they are neighbours
 * @param ceil whether there is a last place at the end of a row that only a part of it covers
 */
public record Window(long size, long stride, long padding, long dilation, boolean ceil) {
    public Window {
        if (size < 1 || stride < 1 || padding < 0 || dilation < 1) {
            throw new ProgramException("sizes, strides and dilations must be 1 or more, and paddings 0 or more");
        }
    }

    /** One that looks at all that it covers, and is covered by the image. */
    public static Window of(long size, long stride, long padding) {
        return new Window(size, stride, padding, 1, false);
    }

    /** The shape of what comes of {@code images}, with so many channels. */
    Shape over(Variable images, long channels) {
        Shape image = images.shape();
        return Shape.of(Shape.BATCH, channels, places(image, 2), places(image, 3));
    }

    private long places(Shape image, int dimension) {
        long length = image.dimension(dimension);
        long room = length + 2 * padding - (dilation * (size - 1) + 1);
        if (room < 0) {
            throw new ProgramException("a window of " + size
                    + (dilation > 1 ? " with dilation " + dilation : "") + " does not fit into an image of shape "
                    + image);
        }
        long last = ceil ? Math.ceilDiv(room, stride) : room / stride;
        // One that begins behind the image sees none of it.
        return (last * stride >= length + padding ? last - 1 : last) + 1;
    }
}
