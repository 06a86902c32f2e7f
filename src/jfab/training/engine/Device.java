package jfab.training.engine;

/** Where tensors live and are computed; {@code place} in Fluid's words. */
public sealed interface Device {
    /** The processor. */
    record Cpu() implements Device {
        @Override
        public String toString() {
            return "CPUPlace";
        }
    }

    /** An NVIDIA GPU, counted from 0. */
    record Cuda(int index, Precision precision) implements Device {
        public Cuda(int index) {
            this(index, Precision.FLOAT32);
        }

        @Override
        public String toString() {
            return "CUDAPlace(" + index + ")";
        }
    }
}
