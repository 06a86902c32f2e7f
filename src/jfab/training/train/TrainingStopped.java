package jfab.training.train;

import jfab.JfabException;

/** Unwinds a training script after the process was asked to end. */
final class TrainingStopped extends JfabException {
    TrainingStopped() {
        super("training was stopped by a signal");
    }
}
