package jfab.control.report;

import java.util.List;

/**
 * Shapes on a sheet.
 *
 * @param title says in a few words what is drawn
 */
record Drawing(String title, double width, double height, List<Graphic> shapes) {
    Drawing {
        shapes = List.copyOf(shapes);
    }
}
