package jfab.training.data.files;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.IIOException;
import javax.imageio.ImageIO;
import jfab.training.data.DataException;

/**
 * A JPEG or PNG file in memory.
 *
 * @param clear the grey, from 0 to 1, that is transparent though {@code image} may not say so; -1 if none is
 */
record PictureFile(BufferedImage image, float clear) {
    private static final long PNG = 0x89504e470d0a1a0aL;
    private static final int TRANSPARENCY = 0x74524e53;

    static {
        // Whole files are read; no others shall appear where all users write.
        ImageIO.setUseCache(false);
    }

    static PictureFile read(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes));
            if (image == null) {
                throw new DataException(file, "is not a picture that can be read; JPEG and PNG can");
            }
            return new PictureFile(image, transparentGrey(ByteBuffer.wrap(bytes)));
        } catch (IIOException e) {
            // Of what stands in it: another start comes to the same.
            throw new DataException(file, "is not a picture that can be read: " + e.getMessage());
        } catch (IOException e) {
            throw DataException.reading(file, e);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            // What javax.imageio makes of damaged files.
            throw new DataException(file, "is damaged: " + e.getMessage(), e);
        }
    }

    /** What tRNS says of a PNG of grey with fewer than 8 bits, of which javax.imageio compares other numbers; else -1. */
    private static float transparentGrey(ByteBuffer file) {
        if (file.limit() < 26 || file.getLong(0) != PNG || file.get(24) >= Byte.SIZE || file.get(25) != 0) {
            return -1;
        }
        // Chunks: length, name, content and a checksum.
        for (long at = 8; at + 10 <= file.limit(); at += 12 + Integer.toUnsignedLong(file.getInt((int) at))) {
            if (file.getInt((int) at + 4) == TRANSPARENCY) {
                int most = (1 << file.get(24)) - 1;
                return (file.getShort((int) at + 8) & most) / (float) most;
            }
        }
        return -1;
    }

    /** Channel after channel, row after row: each number the mean of the part of the picture that it stands for, from 0 to 1. */
    float[] numbers(int height, int width, int channels) {
        float[][] planes = planes();
        for (float[] plane : planes) {
            for (int i = 0; clear >= 0 && i < plane.length; i++) {
                plane[i] = plane[i] == clear ? 1 : plane[i];
            }
        }
        if (channels == 1 && planes.length == 3) {
            planes = new float[][] {luminance(planes)};
        }
        float[] numbers = new float[channels * height * width];
        for (int channel = 0; channel < channels; channel++) {
            float[] plane = planes[planes.length == 1 ? 0 : channel];
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    numbers[(channel * height + y) * width + x] = mean(plane, y, height, x, width);
                }
            }
        }
        return numbers;
    }

    private float mean(float[] plane, int y, int height, int x, int width) {
        int top = (int) ((long) y * image.getHeight() / height);
        int left = (int) ((long) x * image.getWidth() / width);
        int bottom = Math.max(top + 1, (int) ((long) (y + 1) * image.getHeight() / height));
        int right = Math.max(left + 1, (int) ((long) (x + 1) * image.getWidth() / width));
        double sum = 0;
        for (int row = top; row < bottom; row++) {
            for (int column = left; column < right; column++) {
                sum += plane[row * image.getWidth() + column];
            }
        }
        return (float) (sum / ((long) (bottom - top) * (right - left)));
    }

    /** Red, green and blue, or grey alone; on white where the picture is transparent. */
    private float[][] planes() {
        int width = image.getWidth();
        int pixels = width * image.getHeight();
        if (image.getColorModel().getColorSpace().getType() == ColorSpace.TYPE_GRAY) {
            // As it is: by getRGB Java makes grey lighter.
            return bands(1);
        }
        if (image.getColorModel() instanceof ComponentColorModel model && model.getComponentSize(0) > Byte.SIZE) {
            // By getRGB Java cuts 16 bits to 8.
            return bands(3);
        }
        int[] colours = image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
        float[][] planes = new float[3][pixels];
        for (int i = 0; i < pixels; i++) {
            float opaque = (colours[i] >>> 24) / 255f;
            for (int channel = 0; channel < 3; channel++) {
                float light = ((colours[i] >> (16 - 8 * channel)) & 0xff) / 255f;
                planes[channel][i] = opaque * light + (1 - opaque);
            }
        }
        return planes;
    }

    /** The first {@code count} bands of the file, as they are; behind them is opacity where there is any. */
    private float[][] bands(int count) {
        float[][] planes = new float[count][];
        for (int channel = 0; channel < count; channel++) {
            planes[channel] = band(channel);
        }
        if (image.getColorModel().hasAlpha()) {
            float[] opaque = band(count);
            for (float[] plane : planes) {
                for (int i = 0; i < plane.length; i++) {
                    plane[i] = opaque[i] * plane[i] + (1 - opaque[i]);
                }
            }
        }
        return planes;
    }

    /** What the file has in one of its bands, from 0 to 1. */
    private float[] band(int band) {
        int width = image.getWidth();
        float most = (1 << image.getColorModel().getComponentSize(band)) - 1f;
        float[] values = image.getRaster()
                .getSamples(0, 0, width, image.getHeight(), band, new float[width * image.getHeight()]);
        for (int i = 0; i < values.length; i++) {
            values[i] /= most;
        }
        return values;
    }

    private static float[] luminance(float[][] planes) {
        float[] light = new float[planes[0].length];
        for (int i = 0; i < light.length; i++) {
            light[i] = 0.299f * planes[0][i] + 0.587f * planes[1][i] + 0.114f * planes[2][i];
        }
        return light;
    }
}
