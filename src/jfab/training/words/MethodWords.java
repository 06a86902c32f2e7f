package jfab.training.words;

import java.util.Map;

/** Words of a configuration that stand as arguments: learning methods, activations, poolings, kinds of data. */
public interface MethodWords {
    /** The rule of SGD with momentum. */
    LearningMethod MomentumOptimizer(Number momentum);

    /** {@code MomentumOptimizer(momentum: 0)}. */
    LearningMethod MomentumOptimizer(Map<String, ?> arguments);

    /** Plain SGD. */
    LearningMethod MomentumOptimizer();

    /** {@code AdamOptimizer(beta1: 0.9, beta2: 0.999, epsilon: 1e-8)}. */
    LearningMethod AdamOptimizer(Map<String, ?> arguments);

    LearningMethod AdamOptimizer();

    LearningMethod AdaGradOptimizer();

    /** {@code DecayedAdaGradOptimizer(rho: 0.95, epsilon: 1e-6)}. */
    LearningMethod DecayedAdaGradOptimizer(Map<String, ?> arguments);

    LearningMethod DecayedAdaGradOptimizer();

    /** {@code RMSPropOptimizer(rho: 0.95, epsilon: 1e-6)}. */
    LearningMethod RMSPropOptimizer(Map<String, ?> arguments);

    LearningMethod RMSPropOptimizer();

    /** A share of each parameter is added to its gradient. */
    L2 L2Regularization(Number rate);

    /** {@code ExtraAttr(drop_rate: 0.5)}: zeros a share of what a layer gives. */
    Map<String, ?> ExtraAttr(Map<String, ?> arguments);

    /** Another name of {@code ExtraAttr}. */
    Map<String, ?> ExtraLayerAttribute(Map<String, ?> arguments);

    String TanhActivation();

    String ReluActivation();

    String SigmoidActivation();

    String SoftmaxActivation();

    String LinearActivation();

    String IdentityActivation();

    String MaxPooling();

    String AvgPooling();

    String SumPooling();

    /** A sample is so many numbers. */
    DataKind dense_vector(int size);

    /** A sample is a sequence of so many numbers each. */
    DataKind dense_vector_sequence(int size);

    /** A sample is an index below {@code size}. */
    DataKind integer_value(int size);

    /** A sample is a sequence of indices below {@code size}. */
    DataKind integer_value_sequence(int size);

    /** The rate of L2 regularization. */
    record L2(double rate) {}
}
