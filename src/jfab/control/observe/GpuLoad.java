package jfab.control.observe;

/**
 * How a GPU is doing; a number that it does not tell is none.
 *
 * @param perCent of the time that it computed
 * @param watts that it takes
 */
public record GpuLoad(int index, double perCent, double usedMb, double totalMb, double celsius, double watts) {
    /** {@code 0: 97% 20/80G 71°C 650W}, without what it does not tell. */
    @Override
    public String toString() {
        return index + ": " + (Double.isNaN(perCent) ? "-" : "%.0f%%".formatted(perCent))
                + " %.0f/%.0fG".formatted(usedMb / 1024, totalMb / 1024)
                + (Double.isNaN(celsius) ? "" : " %.0f°C".formatted(celsius))
                + (Double.isNaN(watts) ? "" : " %.0fW".formatted(watts));
    }
}
