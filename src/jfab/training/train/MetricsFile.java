package jfab.training.train;

/** A file that steps are written down in; what was written is on its way to the disk after a second, when it is flushed, and at the end. */
sealed interface MetricsFile extends AutoCloseable permits JsonLines, EventFile {
    void write(StepMetrics step);

    /** Outlives the process what was written so far, however that ends. */
    void flush();

    @Override
    void close();
}
