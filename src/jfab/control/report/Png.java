package jfab.control.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import javax.imageio.ImageIO;

/** A drawing as a PNG picture on white; needs no screen. */
final class Png {
    private static final int SCALE = 3;
    private static final Color[] SERIES = {
        new Color(0x1f5fbf), new Color(0xb8480f), new Color(0x1b7f4b), new Color(0x8a3fb0),
        new Color(0xa8123e), new Color(0x0f7a86), new Color(0x7a5c00), new Color(0x5a5f66)
    };

    private Png() {}

    static void write(Drawing drawing, OutputStream out) throws IOException {
        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(
                (int) Math.ceil(drawing.width() * SCALE),
                (int) Math.ceil(drawing.height() * SCALE),
                BufferedImage.TYPE_INT_RGB);
        Graphics2D sheet = image.createGraphics();
        try {
            sheet.setColor(Color.WHITE);
            sheet.fillRect(0, 0, image.getWidth(), image.getHeight());
            sheet.scale(SCALE, SCALE);
            sheet.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            sheet.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            sheet.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            sheet.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
            drawing.shapes().forEach(shape -> draw(shape, sheet));
        } finally {
            sheet.dispose();
        }
        ImageIO.write(image, "png", out);
    }

    private static void draw(Graphic shape, Graphics2D sheet) {
        switch (shape) {
            case Graphic.Path path -> {
                sheet.setColor(colour(path.ink(), 1));
                sheet.setStroke(new BasicStroke((float) path.width(), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
                sheet.draw(outline(path.points()));
            }
            case Graphic.Area area -> {
                sheet.setColor(colour(area.ink(), area.opacity()));
                Path2D outline = outline(area.points());
                outline.closePath();
                sheet.fill(outline);
            }
            case Graphic.Text text -> {
                sheet.setColor(colour(text.ink(), 1));
                double width = sheet.getFontMetrics().stringWidth(text.text());
                double left = switch (text.anchor()) {
                    case START -> 0;
                    case MIDDLE -> width / 2;
                    case END -> width;
                };
                sheet.drawString(text.text(), (float) (text.x() - left), (float) text.y());
            }
        }
    }

    private static Path2D outline(List<Graphic.Point> points) {
        Path2D path = new Path2D.Double();
        for (Graphic.Point point : points) {
            if (path.getCurrentPoint() == null) {
                path.moveTo(point.x(), point.y());
            } else {
                path.lineTo(point.x(), point.y());
            }
        }
        return path;
    }

    private static Color colour(Ink ink, double opacity) {
        Color plain = switch (ink) {
            case Ink.Tone.GRID -> new Color(0xd5d9de);
            case Ink.Tone.TEXT -> new Color(0x1c2024);
            case Ink.Tone.FAINT -> new Color(0x59616b);
            case Ink.Hue hue -> SERIES[hue.number()];
        };
        return new Color(plain.getRed(), plain.getGreen(), plain.getBlue(), (int) Math.round(opacity * 255));
    }
}
