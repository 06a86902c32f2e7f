package jfab.training.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Layers that often stand together: Fluid's {@code nets}. */
public final class NetLayers {
    private final DenseLayers dense;
    private final ImageLayers image;
    private final SequenceLayers sequence;

    NetLayers(DenseLayers dense, ImageLayers image, SequenceLayers sequence) {
        this.dense = dense;
        this.image = image;
        this.sequence = sequence;
    }

    /** A convolution, its activation, then pooling without padding. */
    public Variable simpleImgConvPool(
            Variable input,
            long numFilters,
            long filterSize,
            long poolSize,
            long poolStride,
            String poolType,
            ParamAttr weights,
            @Nullable ParamAttr bias,
            @Nullable String act) {
        Variable filtered = image.conv2d(input, numFilters, Window.of(filterSize, 1, 0), 1, weights, bias, act);
        return image.pool2d(filtered, poolType, Window.of(poolSize, poolStride, 0));
    }

    /**
     * One convolution of a group.
     *
     * @param normalized whether {@code batch_norm} follows, with the activation after it
     * @param dropped the share that dropout then zeros; 0 for no dropout
     */
    public record GroupedConvolution(
            long numFilters,
            long filterSize,
            long padding,
            ParamAttr weights,
            boolean normalized,
            double dropped,
            @Nullable String act) {}

    /** Convolutions one after the other, then pooling without padding: a block of VGG. */
    public Variable imgConvGroup(
            Variable input, List<GroupedConvolution> convolutions, long poolSize, long poolStride, String poolType) {
        Variable hidden = input;
        for (GroupedConvolution each : convolutions) {
            String act = each.normalized() ? null : each.act();
            hidden = image.conv2d(
                    hidden,
                    each.numFilters(),
                    Window.of(each.filterSize(), 1, each.padding()),
                    1,
                    each.weights(),
                    ParamAttr.DEFAULT,
                    act);
            if (each.normalized()) {
                hidden = image.batchNorm(
                        hidden, ImageLayers.Normalization.DEFAULT, ParamAttr.DEFAULT, ParamAttr.DEFAULT, each.act());
                hidden = each.dropped() > 0 ? dense.dropout(hidden, each.dropped(), null) : hidden;
            }
        }
        return image.pool2d(hidden, poolType, Window.of(poolSize, poolStride, 0));
    }

    /** A convolution over sequences, then one row of each. */
    public Variable sequenceConvPool(
            Variable input,
            long numFilters,
            long filterSize,
            SequenceLayers.Pool pool,
            ParamAttr weights,
            @Nullable ParamAttr bias,
            @Nullable String act) {
        return sequence.pool(sequence.convolution(input, numFilters, filterSize, weights, bias, act), pool);
    }
}
