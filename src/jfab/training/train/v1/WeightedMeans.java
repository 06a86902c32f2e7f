package jfab.training.train.v1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import jfab.training.engine.HostTensor;
import jfab.training.program.DataType;
import jfab.training.program.Shape;

/** The means of lists of float32 tensors of the same shapes, by numbers of samples. */
final class WeightedMeans {
    private final List<float[]> sums = new ArrayList<>();
    private final List<Shape> shapes = new ArrayList<>();
    private long samples;

    void add(List<HostTensor> values, long weight) {
        for (int i = 0; i < values.size(); i++) {
            HostTensor value = values.get(i);
            FloatBuffer elements =
                    value.bytes(0, Math.toIntExact(value.byteSize())).asFloatBuffer();
            if (i == sums.size()) {
                sums.add(new float[elements.remaining()]);
                shapes.add(value.shape());
            }
            float[] sum = sums.get(i);
            for (int at = 0; at < sum.length; at++) {
                sum[at] += weight * elements.get(at);
            }
        }
        samples += weight;
    }

    List<HostTensor> values() {
        List<HostTensor> means = new ArrayList<>();
        for (int i = 0; i < sums.size(); i++) {
            float[] sum = sums.get(i);
            ByteBuffer bytes = ByteBuffer.allocate(4 * sum.length).order(ByteOrder.LITTLE_ENDIAN);
            for (float element : sum) {
                bytes.putFloat(element / samples);
            }
            means.add(HostTensor.wrap(shapes.get(i), DataType.FLOAT32, bytes.flip()));
        }
        return means;
    }
}
