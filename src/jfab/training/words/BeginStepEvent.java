package jfab.training.words;

/** A trainer begins a step. A handler that sets {@code fetch_metrics} to false spares the step the copying of its metrics. */
public final class BeginStepEvent implements TrainerEvent {
    private final int epoch;
    private final int step;
    private boolean fetchMetrics = true;

    BeginStepEvent(int epoch, int step) {
        this.epoch = epoch;
        this.step = step;
    }

    @Override
    public int epoch() {
        return epoch;
    }

    /** The step within the epoch, from 0. */
    public int step() {
        return step;
    }

    public int getEpoch() {
        return epoch;
    }

    public int getStep() {
        return step;
    }

    public boolean getFetch_metrics() {
        return fetchMetrics;
    }

    public void setFetch_metrics(boolean fetch) {
        fetchMetrics = fetch;
    }
}
