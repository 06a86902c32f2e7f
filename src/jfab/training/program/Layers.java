package jfab.training.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fluid's layers: each appends operators and parameters to a program, with Fluid's names and first values, and gives back its
 * result.
 *
 * <p>They come in families, all of which record in the same program. The methods here are those of the families with Fluid's
 * defaults for what is not said.
 */
public final class Layers {
    private final DenseLayers dense;
    private final ImageLayers image;
    private final SequenceLayers sequence;
    private final ArithmeticLayers arithmetic;
    private final ShapeLayers shape;
    private final ReductionLayers reduction;
    private final LossLayers loss;
    private final NetLayers nets;

    public Layers(Builder program) {
        LayerRecorder recorder = new LayerRecorder(program);
        dense = new DenseLayers(recorder);
        image = new ImageLayers(recorder);
        sequence = new SequenceLayers(recorder);
        arithmetic = new ArithmeticLayers(recorder);
        shape = new ShapeLayers(recorder);
        reduction = new ReductionLayers(recorder);
        loss = new LossLayers(recorder);
        nets = new NetLayers(dense, image, sequence);
    }

    public DenseLayers dense() {
        return dense;
    }

    public ImageLayers image() {
        return image;
    }

    public SequenceLayers sequence() {
        return sequence;
    }

    public ArithmeticLayers arithmetic() {
        return arithmetic;
    }

    public ShapeLayers shape() {
        return shape;
    }

    public ReductionLayers reduction() {
        return reduction;
    }

    public NetLayers nets() {
        return nets;
    }

    public LossLayers loss() {
        return loss;
    }

    /** A variable that is fed: one sample has {@code sample}'s shape. */
    public Variable data(String name, Shape sample, DataType type) {
        return dense.data(name, sample, type);
    }

    /** {@code act(flatten(input) W + b)}, shape {@code [n, size]}. */
    public Variable fc(Variable input, long size, @Nullable String act) {
        return dense.fc(List.of(input), size, ParamAttr.DEFAULT, ParamAttr.DEFAULT, act);
    }

    /**
     * Filters a batch of images.
     *
     * @param weights of the filters; null for Fluid's default
     */
    public Variable conv2d(
            Variable input,
            long numFilters,
            long filterSize,
            long stride,
            long padding,
            @Nullable String act,
            @Nullable Initialization weights) {
        ParamAttr filter = weights == null ? ParamAttr.DEFAULT : ParamAttr.of(weights);
        return image.conv2d(
                input, numFilters, Window.of(filterSize, stride, padding), 1, filter, ParamAttr.DEFAULT, act);
    }

    public Variable pool2d(Variable input, long poolSize, String poolType, long stride, long padding) {
        return image.pool2d(input, poolType, Window.of(poolSize, stride, padding));
    }

    /** A convolution, its activation, then pooling without padding. */
    public Variable simpleImgConvPool(
            Variable input, long numFilters, long filterSize, long poolSize, long poolStride, @Nullable String act) {
        return pool2d(conv2d(input, numFilters, filterSize, 1, 0, act, null), poolSize, "max", poolStride, 0);
    }

    /** Gives each channel mean 0 and variance 1 over the batch, then scales and shifts it. */
    public Variable batchNorm(Variable input, @Nullable String act, double momentum, double epsilon) {
        ImageLayers.Normalization rule = new ImageLayers.Normalization(momentum, epsilon, false, null, null);
        return image.batchNorm(input, rule, ParamAttr.DEFAULT, ParamAttr.DEFAULT, act);
    }

    /** {@code (input - label)²} per element. */
    public Variable squareErrorCost(Variable input, Variable label) {
        return loss.squareErrorCost(input, label);
    }

    /** {@code -log(input[label])} per row of probabilities. */
    public Variable crossEntropy(Variable input, Variable label) {
        return loss.crossEntropy(input, label, false);
    }

    /** The mean of all elements, shape {@code [1]}. */
    public Variable mean(Variable x) {
        return arithmetic.mean(x);
    }

    /** The share of rows whose largest output is at their label, shape {@code [1]}. */
    public Variable accuracy(Variable input, Variable label) {
        return loss.accuracy(input, label);
    }
}
