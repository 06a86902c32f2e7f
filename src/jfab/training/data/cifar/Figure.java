package jfab.training.data.cifar;

import java.util.Random;

/** One of ten kinds of picture: a figure in its colour, drawn over a grey ground. Each drawing differs by chance. */
record Figure(int label) {
    private static final int SIDE = Cifar10.SIDE;

    /** How far hues of neighbouring kinds are apart on the circle of six. */
    private static final double HUES = 6.0 / Cifar10.CLASSES;

    /** Bytes of a picture: rows of red, then of green, then of blue. */
    byte[] draw(Random random) {
        double angle = random.nextGaussian() * 0.4;
        double size = 8 + 4 * random.nextDouble();
        double centreX = SIDE / 2.0 + random.nextGaussian() * 2;
        double centreY = SIDE / 2.0 + random.nextGaussian() * 2;
        double hue = label * HUES + random.nextGaussian() * 0.15;
        double light = 150 + 80 * random.nextDouble();
        double ground = 40 + 140 * random.nextDouble();
        byte[] picture = new byte[Cifar10.PIXELS];
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            double x = (pixel % SIDE + 0.5 - centreX) / size;
            int row = pixel / SIDE;
            double y = (row + 0.5 - centreY) / size;
            boolean inside =
                    covers(Math.cos(angle) * x + Math.sin(angle) * y, Math.cos(angle) * y - Math.sin(angle) * x);
            for (int channel = 0; channel < 3; channel++) {
                double value = (inside ? light * part(hue - 2 * channel) : ground) + random.nextGaussian() * 16;
                picture[channel * SIDE * SIDE + pixel] = (byte) Math.clamp(Math.round(value), 0, 255);
            }
        }
        return picture;
    }

    /** Whether the figure, of radius 1 around the origin, has ink there. */
    private boolean covers(double x, double y) {
        double distance = Math.hypot(x, y);
        return switch (label % 5) {
            case 0 -> distance < 1;
            case 1 -> Math.max(Math.abs(x), Math.abs(y)) < 0.85;
            case 2 -> y < 0.8 && y > 1.8 * Math.abs(x) - 1;
            case 3 -> distance < 1.1 && Math.min(Math.abs(x), Math.abs(y)) < 0.3;
            default -> distance < 1.1 && distance > 0.6;
        };
    }

    /** How much of a primary colour a hue has that lies so far from it on the circle of six. */
    private static double part(double distance) {
        double around = Math.abs(Math.IEEEremainder(distance, 6));
        return Math.clamp(2 - around, 0, 1);
    }
}
