package jfab.engine.torch;

import jfab.program.OpType;
import jfab.program.Operator;

/** The computation behind one operator type. */
@FunctionalInterface
interface Kernel {
    void run(Operator operator, Step step);

    static Kernel of(OpType type) {
        return switch (type) {
            case FILL_CONSTANT -> StartupKernels::fillConstant;
            case UNIFORM_RANDOM -> StartupKernels::uniformRandom;
            case GAUSSIAN_RANDOM -> StartupKernels::gaussianRandom;
            case FILL_ROWS -> TableKernels::fillRows;
            case PREFETCH -> TableKernels::prefetch;
            case LOOKUP_TABLE -> TableKernels::lookup;
            case MUL -> ForwardKernels::mul;
            case ELEMENTWISE_ADD -> ForwardKernels::elementwiseAdd;
            case CONV2D -> ImageKernels::conv2d;
            case POOL2D -> ImageKernels::pool2d;
            case BATCH_NORM -> ImageKernels::batchNorm;
            case RELU -> ForwardKernels::relu;
            case SOFTMAX -> ForwardKernels::softmax;
            case SQUARE_ERROR_COST -> ForwardKernels::squareErrorCost;
            case CROSS_ENTROPY -> ForwardKernels::crossEntropy;
            case MEAN -> ForwardKernels::mean;
            case ACCURACY -> ForwardKernels::accuracy;
            case BACKWARD -> GradientKernels::backward;
            case CONSTANT_RATE -> ScheduleKernels::constantRate;
            case WEIGHTED_MEAN -> GradientKernels::weightedMean;
            case SGD -> UpdateKernels::sgd;
            case MOMENTUM -> UpdateKernels::momentum;
            case ADAM -> UpdateKernels::adam;
            case ADAMAX -> UpdateKernels::adamax;
            case ADAGRAD -> AdaptiveKernels::adagrad;
            case DECAYED_ADAGRAD -> AdaptiveKernels::decayedAdagrad;
            case RMSPROP -> AdaptiveKernels::rmsprop;
            case ADADELTA -> AdaptiveKernels::adadelta;
            case FTRL -> AdaptiveKernels::ftrl;
            case SEND -> RemoteKernels::send;
            case RECV -> RemoteKernels::recv;
            case LISTEN_AND_SERVE -> RemoteKernels::listenAndServe;
        };
    }
}
