package jfab.control.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A drawing as an SVG element of a page; classes name the inks, which the page's style sheet colours. */
final class Svg {
    private Svg() {}

    static String of(Drawing drawing) {
        StringBuilder svg = new StringBuilder("<svg viewBox=\"0 0 %s %s\" role=\"img\">\n<title>%s</title>\n"
                .formatted(number(drawing.width()), number(drawing.height()), Html.escape(drawing.title())));
        drawing.shapes().forEach(shape -> svg.append(element(shape)).append('\n'));
        return svg.append("</svg>\n").toString();
    }

    private static String element(Graphic shape) {
        return switch (shape) {
            case Graphic.Path path ->
                "<path class=\"line %s\" stroke-width=\"%s\" d=\"%s\"/>"
                        .formatted(path.ink().word(), number(path.width()), data(path.points()));
            case Graphic.Area area ->
                "<path class=\"area %s\" fill-opacity=\"%s\" d=\"%sZ\">%s</path>"
                        .formatted(
                                area.ink().word(),
                                number(area.opacity()),
                                data(area.points()),
                                area.hint().isEmpty() ? "" : "<title>" + Html.escape(area.hint()) + "</title>");
            case Graphic.Text text ->
                "<text class=\"%s\" text-anchor=\"%s\" x=\"%s\" y=\"%s\">%s</text>"
                        .formatted(
                                text.ink().word(),
                                text.anchor().name().toLowerCase(Locale.ROOT),
                                number(text.x()),
                                number(text.y()),
                                Html.escape(text.text()));
        };
    }

    private static String data(List<Graphic.Point> points) {
        return points.stream()
                .map(point -> number(point.x()) + " " + number(point.y()))
                .collect(Collectors.joining("L", "M", ""));
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceFirst("\\.?0+$", "");
    }
}
