package jfab.connection.transfer;

/** How much was copied, and how many files were the same on both sides. */
public record Copied(String local, int files, long bytes, int unchanged) {}
