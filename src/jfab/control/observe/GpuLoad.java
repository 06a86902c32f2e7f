package jfab.control.observe;

/**
 * How busy a GPU is.
 *
 * @param perCent of the time that it computed, not a number where it does not tell
 */
public record GpuLoad(int index, double perCent, double usedMb, double totalMb) {}
