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
            case REDUCE_SUM -> ReductionKernels.of((x, dimensions, keep) -> x.sum(dimensions, keep, null));
            case REDUCE_MEAN -> ReductionKernels.of((x, dimensions, keep) -> x.mean(dimensions, keep, null));
            case REDUCE_MAX -> ReductionKernels.of(Tensor::amax);
            case REDUCE_MIN -> ReductionKernels.of(Tensor::amin);
            case CAST -> ForwardKernels::cast;
            case ONE_HOT -> ForwardKernels::oneHot;
            case AUC -> ScoreKernels::auc;
            case ACCURACY -> ScoreKernels::accuracy;
            case BACKWARD -> GradientKernels::backward;
            case BACKWARD_ALL_REDUCE -> PeerKernels::backward;
            case BROADCAST -> PeerKernels::broadcast;
            case CONSTANT_RATE -> ScheduleKernels::constantRate;
            case INCREMENT -> ScheduleKernels::increment;
            case COUNT_SAMPLES -> SampleScheduleKernels::countSamples;
            case SAMPLE_RATE -> SampleScheduleKernels::sampleRate;
            case EXPONENTIAL_DECAY -> ScheduleKernels::exponentialDecay;
            case NATURAL_EXP_DECAY -> ScheduleKernels::naturalExpDecay;
            case INVERSE_TIME_DECAY -> ScheduleKernels::inverseTimeDecay;
            case POLYNOMIAL_DECAY -> ScheduleKernels::polynomialDecay;
            case PIECEWISE_DECAY -> ScheduleKernels::piecewiseDecay;
            case NOAM_DECAY -> ScheduleKernels::noamDecay;
            case COSINE_DECAY -> ScheduleKernels::cosineDecay;
            case LINEAR_LR_WARMUP -> ScheduleKernels::linearWarmup;
            case CLIP -> GradientKernels::clip;
            case SQUARED_L2_NORM -> GradientKernels::squaredNorm;
            case CLIP_BY_NORM -> GradientKernels::clipByNorm;
            case L1_DECAY -> GradientKernels::l1Decay;
            case L2_DECAY -> GradientKernels::l2Decay;
            case WEIGHTED_MEAN -> GradientKernels::weightedMean;
            case DC_ASGD -> GradientKernels::dcAsgd;
            case SGD -> UpdateKernels::sgd;
            case MOMENTUM -> UpdateKernels::momentum;
            case ADAM -> UpdateKernels::adam;
            case ADAMAX -> UpdateKernels::adamax;
            case ADAGRAD -> AdaptiveKernels::adagrad;
            case DECAYED_ADAGRAD -> AdaptiveKernels::decayedAdagrad;
            case RMSPROP -> AdaptiveKernels::rmsprop;
            case ADADELTA -> AdaptiveKernels::adadelta;
            case FTRL -> AdaptiveKernels::ftrl;
            case MERGE_ROWS -> TableKernels::mergeRows;
            case SEND_ROWS -> TableKernels::sendRows;
            case SEND_AHEAD -> RemoteKernels::sendAhead;
            case SEND -> RemoteKernels::send;
            case RECV -> RemoteKernels::recv;
            case LISTEN_AND_SERVE -> RemoteKernels::listenAndServe;
        };
    }
}
