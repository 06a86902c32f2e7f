package jfab.training.engine.torch;

import jfab.training.program.OpType;
import jfab.training.program.Operator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

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
            case ELEMENTWISE_ADD -> ElementKernels.of(Tensor::add);
            case ELEMENTWISE_SUB -> ElementKernels.of(Tensor::sub);
            case ELEMENTWISE_MUL -> ElementKernels.of(Tensor::mul);
            case ELEMENTWISE_DIV -> ElementKernels.of(Tensor::div);
            case SCALE -> ElementKernels::scale;
            case SUM -> ElementKernels::sum;
            case CONCAT -> ForwardKernels::concat;
            case RESHAPE -> ForwardKernels::reshape;
            case COS_SIM -> ElementKernels::cosSim;
            case DROPOUT -> ForwardKernels::dropout;
            case CONV2D -> ImageKernels::conv2d;
            case POOL2D -> ImageKernels::pool2d;
            case BATCH_NORM -> ImageKernels::batchNorm;
            case RELU -> ActivationKernels.of(torch::relu);
            case SOFTMAX -> ActivationKernels.of(ActivationKernels::softmax);
            case TANH -> ActivationKernels.of(Tensor::tanh);
            case SIGMOID -> ActivationKernels.of(Tensor::sigmoid);
            case LOGSIGMOID -> ActivationKernels.of(torch::log_sigmoid);
            case EXP -> ActivationKernels.of(Tensor::exp);
            case LOG -> ActivationKernels.of(Tensor::log);
            case SQRT -> ActivationKernels.of(Tensor::sqrt);
            case SQUARE -> ActivationKernels.of(Tensor::square);
            case ABS -> ActivationKernels.of(Tensor::abs);
            case RECIPROCAL -> ActivationKernels.of(Tensor::reciprocal);
            case SOFTPLUS -> ActivationKernels.of(torch::softplus);
            case SOFTSIGN -> ActivationKernels.of(ActivationKernels::softsign);
            case LEAKY_RELU -> ActivationKernels::leakyRelu;
            case ELU -> ActivationKernels::elu;
            case RELU6 -> ActivationKernels::relu6;
            case BRELU -> ActivationKernels::brelu;
            case HARD_SIGMOID -> ActivationKernels::hardSigmoid;
            case SWISH -> ActivationKernels::swish;
            case STANH -> ActivationKernels::stanh;
            case POW -> ActivationKernels::pow;
            case SEQUENCE_CONV -> SequenceKernels::convolution;
            case SEQUENCE_POOL -> SequenceKernels::pool;
            case SQUARE_ERROR_COST -> LossKernels::squareErrorCost;
            case CROSS_ENTROPY -> LossKernels::crossEntropy;
            case SOFTMAX_WITH_CROSS_ENTROPY -> LossKernels::softmaxWithCrossEntropy;
            case MEAN -> ElementKernels::mean;
            case REDUCE_SUM -> ElementKernels.along((x, dimensions, keep) -> x.sum(dimensions, keep, null));
            case REDUCE_MEAN -> ElementKernels.along((x, dimensions, keep) -> x.mean(dimensions, keep, null));
            case REDUCE_MAX -> ElementKernels.along(Tensor::amax);
            case REDUCE_MIN -> ElementKernels.along(Tensor::amin);
            case CAST -> ForwardKernels::cast;
            case ONE_HOT -> ForwardKernels::oneHot;
            case AUC -> ScoreKernels::auc;
            case ACCURACY -> ScoreKernels::accuracy;
            case BACKWARD -> GradientKernels::backward;
            case BACKWARD_ALL_REDUCE -> RemoteKernels::backward;
            case BROADCAST -> RemoteKernels::broadcast;
            case CONSTANT_RATE -> ScheduleKernels::constantRate;
            case INCREMENT -> ScheduleKernels::increment;
            case COUNT_SAMPLES -> ScheduleKernels::countSamples;
            case SAMPLE_RATE -> ScheduleKernels::sampleRate;
            case EXPONENTIAL_DECAY -> ScheduleKernels::exponentialDecay;
            case NATURAL_EXP_DECAY -> ScheduleKernels::naturalExpDecay;
            case INVERSE_TIME_DECAY -> ScheduleKernels::inverseTimeDecay;
            case POLYNOMIAL_DECAY -> ScheduleKernels::polynomialDecay;
            case PIECEWISE_DECAY -> ScheduleKernels::piecewiseDecay;
            case NOAM_DECAY -> ScheduleKernels::noamDecay;
            case COSINE_DECAY -> ScheduleKernels::cosineDecay;
            case LINEAR_LR_WARMUP -> ScheduleKernels::linearWarmup;
            case SCALE_BY_SAMPLES -> GradientKernels::scaleBySamples;
            case CLIP -> GradientKernels::clip;
            case SQUARED_L2_NORM -> GradientKernels::squaredNorm;
            case WEIGHTED_MEAN -> GradientKernels::weightedMean;
            case DC_ASGD -> GradientKernels::dcAsgd;
            case CLIP_BY_NORM,
                    L1_DECAY,
                    L2_DECAY,
                    SGD,
                    MOMENTUM,
                    ADAM,
                    ADAMAX,
                    ADAGRAD,
                    DECAYED_ADAGRAD,
                    RMSPROP,
                    ADADELTA,
                    FTRL -> throw new IllegalStateException(type + " is done together with others like it");
            case MERGE_ROWS -> TableKernels::mergeRows;
            case SEND_ROWS -> TableKernels::sendRows;
            case SEND_AHEAD -> RemoteKernels::sendAhead;
            case SEND -> RemoteKernels::send;
            case RECV -> RemoteKernels::recv;
            case LISTEN_AND_SERVE -> RemoteKernels::listenAndServe;
        };
    }
}
