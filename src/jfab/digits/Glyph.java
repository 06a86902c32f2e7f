package jfab.digits;

import java.util.Random;

/** The figure of one digit on a grid of 5 by 7, and ways to draw it. */
record Glyph(String rows) {
    private static final int COLUMNS = 5;
    private static final int ROWS = 7;
    private static final String[] FIGURES = {
        " ### #   ##  ### # ###  ##   # ### ",
        "  #   ##    #    #    #    #   ### ",
        " ### #   #    #  ##  #   #    #####",
        " ### #   #    #  ##     ##   # ### ",
        "   #   ##  # # #  # #####   #    # ",
        "######    ####     #    ##   # ### ",
        "  ##  #   #    #### #   ##   # ### ",
        "#####    #   #   #   #    #    #   ",
        " ### #   ##   # ### #   ##   # ### ",
        " ### #   ##   # ####    #   #  ##  ",
    };

    static Glyph of(int digit) {
        return new Glyph(FIGURES[digit]);
    }

    /** A square picture of {@code side} pixels, row by row, white on black. */
    byte[] draw(Random random, int side) {
        double angle = random.nextGaussian() * 0.15;
        double slant = random.nextGaussian() * 0.2;
        // Grid units per pixel: the figure becomes 15 to 22 pixels high.
        double scale = ROWS / (15 + 7 * random.nextDouble());
        double stretch = 0.85 + 0.3 * random.nextDouble();
        double centreX = side / 2.0 + random.nextGaussian() * 1.5;
        double centreY = side / 2.0 + random.nextGaussian() * 1.5;
        double thickness = 0.55 + 0.35 * random.nextDouble();
        byte[] picture = new byte[side * side];
        for (int i = 0; i < picture.length; i++) {
            double x = (i % side + 0.5 - centreX) * scale;
            int row = i / side;
            double y = (row + 0.5 - centreY) * scale;
            double turnedX = Math.cos(angle) * x + Math.sin(angle) * y;
            double turnedY = Math.cos(angle) * y - Math.sin(angle) * x;
            double ink = ink((turnedX + slant * turnedY) / stretch + COLUMNS / 2.0, turnedY + ROWS / 2.0, thickness);
            double noisy = ink * 255 + random.nextGaussian() * 24;
            picture[i] = (byte) Math.clamp(Math.round(noisy), 0, 255);
        }
        return picture;
    }

    /** How much ink there is at a point of the grid: full near the middle of a set cell, fading with distance. */
    private double ink(double x, double y, double thickness) {
        double most = 0;
        for (int row = Math.max(0, (int) y - 1); row <= Math.min(ROWS - 1, (int) y + 1); row++) {
            for (int column = Math.max(0, (int) x - 1); column <= Math.min(COLUMNS - 1, (int) x + 1); column++) {
                if (rows.charAt(row * COLUMNS + column) == '#') {
                    double distance = Math.hypot(x - column - 0.5, y - row - 0.5);
                    most = Math.max(most, Math.clamp((thickness - distance) / 0.35 + 0.5, 0, 1));
                }
            }
        }
        return most;
    }
}
