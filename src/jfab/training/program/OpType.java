package jfab.training.program;

import java.util.Locale;

/** What an operator does. Inputs, outputs and attributes have Fluid's names; each type has one kernel in the engine. */
public enum OpType {
    /** {@code Out = Value}: the attributes {@code value}. */
    FILL_CONSTANT(Phase.STARTUP),
    /** {@code Out ~ U(min, max)} from {@code seed}. */
    UNIFORM_RANDOM(Phase.STARTUP),
    /** {@code Out ~ N(mean, std)} from {@code seed}. */
    GAUSSIAN_RANDOM(Phase.STARTUP),
    /** {@code Out} = the values of trainer 0, on all trainers of the job. */
    BROADCAST(Phase.STARTUP),

    /**
     * Makes {@code Out} a sparse table without rows: a row is made when an optimizer first changes it, from {@code seed}, the
     * variable and its id alone. {@code table} names the parameter, {@code distribution} the operator whose values rows
     * begin with; its attributes follow.
     */
    FILL_ROWS(Phase.STARTUP),

    /** {@code Out[n, m] = X Y}, where the inner dimensions of {@code X} are flattened. */
    MUL(Phase.FORWARD),
    /** {@code Out = X + Y}; the first dimension of {@code Y} belongs to dimension {@code axis} of {@code X}. */
    ELEMENTWISE_ADD(Phase.FORWARD),
    /** {@code Out = X - Y}: {@code axis}. */
    ELEMENTWISE_SUB(Phase.FORWARD),
    /** {@code Out = X Y}, element by element: {@code axis}. */
    ELEMENTWISE_MUL(Phase.FORWARD),
    /** {@code Out = X / Y}: {@code axis}. */
    ELEMENTWISE_DIV(Phase.FORWARD),
    /** {@code Out = scale X + bias}, or {@code scale (X + bias)} without {@code bias_after_scale}. */
    SCALE(Phase.FORWARD),
    /** {@code Out} = the sum of all {@code X}. */
    SUM(Phase.FORWARD),
    /** The {@code X} one after the other along {@code axis}. */
    CONCAT(Phase.FORWARD),
    /** {@code X} in the dimensions {@code shape}. */
    RESHAPE(Phase.FORWARD),
    /** {@code Out[n, 1] = X Y / (|X| |Y|)} per row. */
    COS_SIM(Phase.FORWARD),
    /** {@code Out = X mask}, and {@code X (1 - dropout_prob)} in a test; {@code State} counts the masks drawn. */
    DROPOUT(Phase.FORWARD),
    /** {@code Output = Input[n, c, h, w] * Filter[m, c, kh, kw]}: {@code stride}, {@code padding}. */
    CONV2D(Phase.FORWARD),
    /** Maximum or average of each window: {@code pooling_type}, {@code ksize}, {@code stride}, {@code padding}. */
    POOL2D(Phase.FORWARD),
    /** Normalizes each channel; moves {@code Mean} and {@code Variance}: {@code momentum}, {@code epsilon}, {@code is_test}. */
    BATCH_NORM(Phase.FORWARD),
    /** {@code Out = max(X, 0)}. */
    RELU(Phase.FORWARD),
    /** {@code Out = exp(X) / sum(exp(X))} over the last dimension. */
    SOFTMAX(Phase.FORWARD),
    /** {@code Out = tanh(X)}. */
    TANH(Phase.FORWARD),
    /** {@code Out = 1 / (1 + exp(-X))}. */
    SIGMOID(Phase.FORWARD),
    /** {@code Out = log(1 / (1 + exp(-X)))}. */
    LOGSIGMOID(Phase.FORWARD),
    /** {@code Out = exp(X)}. */
    EXP(Phase.FORWARD),
    /** {@code Out = log(X)}. */
    LOG(Phase.FORWARD),
    /** {@code Out = √X}. */
    SQRT(Phase.FORWARD),
    /** {@code Out = X²}. */
    SQUARE(Phase.FORWARD),
    /** {@code Out = |X|}. */
    ABS(Phase.FORWARD),
    /** {@code Out = 1 / X}. */
    RECIPROCAL(Phase.FORWARD),
    /** {@code Out = log(1 + exp(X))}. */
    SOFTPLUS(Phase.FORWARD),
    /** {@code Out = X / (1 + |X|)}. */
    SOFTSIGN(Phase.FORWARD),
    /** {@code Out = max(X, alpha X)}. */
    LEAKY_RELU(Phase.FORWARD),
    /** {@code Out = max(X, 0) + min(alpha (exp(X) - 1), 0)}. */
    ELU(Phase.FORWARD),
    /** {@code Out = min(max(X, 0), threshold)}. */
    RELU6(Phase.FORWARD),
    /** {@code Out = min(max(X, t_min), t_max)}. */
    BRELU(Phase.FORWARD),
    /** {@code Out = min(max(slope X + offset, 0), 1)}. */
    HARD_SIGMOID(Phase.FORWARD),
    /** {@code Out = X / (1 + exp(-beta X))}. */
    SWISH(Phase.FORWARD),
    /** {@code Out = scale_b tanh(scale_a X)}. */
    STANH(Phase.FORWARD),
    /** {@code Out = X^factor}. */
    POW(Phase.FORWARD),
    /** The rows around each row of a sequence, then {@code Filter}: {@code context_length}, {@code context_start}. */
    SEQUENCE_CONV(Phase.FORWARD),
    /** One row for the rows of each sequence, of which there are {@code Lengths}: {@code pooltype}. */
    SEQUENCE_POOL(Phase.FORWARD),
    /** {@code Out = (X - Y)²}, without the half. */
    SQUARE_ERROR_COST(Phase.FORWARD),
    /** {@code Y[n, 1] = -log X[n, Label[n]]}, where {@code X} holds probabilities; {@code soft_label} weighs all classes. */
    CROSS_ENTROPY(Phase.FORWARD),
    /** {@code Out[n, d] = W[Ids[n, 1]]}; zeros at {@code padding_idx} unless that is -1; {@code is_sparse}. */
    LOOKUP_TABLE(Phase.FORWARD),
    /**
     * Fetches the rows of the sparse table {@code W} that any of {@code Ids} names, each once, from this process or from the
     * parameter servers; until the step ends they stand for the table.
     */
    PREFETCH(Phase.FORWARD),
    /** {@code Loss[n, 1]}: cross entropy of {@code softmax(Logits)}, exact where probabilities round to 0. */
    SOFTMAX_WITH_CROSS_ENTROPY(Phase.FORWARD),
    /** {@code Out[1]} = mean of {@code X}. */
    MEAN(Phase.FORWARD),
    /** {@code Out} = the sum of {@code X} along the dimensions {@code dim}, which stay as 1 with {@code keep_dim}. */
    REDUCE_SUM(Phase.FORWARD),
    /** The mean: {@code dim}, {@code keep_dim}. */
    REDUCE_MEAN(Phase.FORWARD),
    /** The largest: {@code dim}, {@code keep_dim}. */
    REDUCE_MAX(Phase.FORWARD),
    /** The smallest: {@code dim}, {@code keep_dim}. */
    REDUCE_MIN(Phase.FORWARD),
    /** {@code X} as numbers of type {@code out_dtype}; whole numbers are cut off. */
    CAST(Phase.FORWARD),
    /** {@code Out[n, depth]}: 1 at {@code X[n, 1]}, else 0. */
    ONE_HOT(Phase.FORWARD),
    /** {@code AUC[1]} of all steps so far, counted by {@code StatPos} and {@code StatNeg}: {@code num_thresholds}, {@code is_test}. */
    AUC(Phase.FORWARD),
    /** {@code Accuracy[1]} = share of rows of {@code Out} whose largest element is at {@code Label}. */
    ACCURACY(Phase.FORWARD),

    /**
     * {@code Grad} = derivatives of {@code Loss} by each {@code Param}.
     *
     * <p>In pieces: {@code CutGrad} = the derivative by {@code Cut}, with which the next piece goes on as {@code OutGrad}, in place
     * of {@code Loss}, from {@code Out}.
     */
    BACKWARD(Phase.BACKWARD),
    /** As BACKWARD of the sum of {@code Loss}, averaged over the samples of all trainers of the job while it is computed. */
    BACKWARD_ALL_REDUCE(Phase.BACKWARD),

    /** {@code Out[1] = learning_rate}. */
    CONSTANT_RATE(Phase.SCHEDULE),
    /** {@code Out = X + 1}, in place, before schedules read it. */
    INCREMENT(Phase.SCHEDULE),
    /** {@code Out = X +} the samples of the step, or {@code Samples}; in place, before sample_rate reads it. */
    COUNT_SAMPLES(Phase.SCHEDULE),
    /** {@code Out[1]} by the number {@code Step}: {@code policy}, {@code decay_a}, {@code decay_b}, {@code segments}, {@code factors}. */
    SAMPLE_RATE(Phase.SCHEDULE),
    /** {@code Out[1]} by the number {@code Step}: {@code learning_rate}, {@code decay_steps}, {@code decay_rate}, {@code staircase}. */
    EXPONENTIAL_DECAY(Phase.SCHEDULE),
    /** With the attributes of exponential_decay. */
    NATURAL_EXP_DECAY(Phase.SCHEDULE),
    /** With the attributes of exponential_decay. */
    INVERSE_TIME_DECAY(Phase.SCHEDULE),
    /** {@code learning_rate}, {@code decay_steps}, {@code end_learning_rate}, {@code power}, {@code cycle}. */
    POLYNOMIAL_DECAY(Phase.SCHEDULE),
    /** {@code boundaries}, {@code values}. */
    PIECEWISE_DECAY(Phase.SCHEDULE),
    /** {@code learning_rate}, {@code d_model}, {@code warmup_steps}. */
    NOAM_DECAY(Phase.SCHEDULE),
    /** {@code learning_rate}, {@code step_each_epoch}, {@code epochs}. */
    COSINE_DECAY(Phase.SCHEDULE),
    /** {@code LearningRate} after {@code warmup_steps} from {@code start_lr} to {@code end_lr}. */
    LINEAR_LR_WARMUP(Phase.SCHEDULE),

    /** {@code Out = sum(w_i X_i) / sum(w_i)}, with {@code Weight[i]} for the i-th {@code X}; with {@code samples}, divided by that. */
    WEIGHTED_MEAN(Phase.OPTIMIZE),
    /** {@code Out = Grad + lambda Grad² (Param - Pulled)}: a late gradient, corrected for the change of its parameter. */
    DC_ASGD(Phase.OPTIMIZE),
    /**
     * {@code Out_i = X_i n / samples}, in place, where {@code n} samples were averaged in the step. Of several trainers, whoever averages
     * their gradients does it: {@code weighted_mean} on servers.
     */
    SCALE_BY_SAMPLES(Phase.CLIP),
    /** {@code Out = Grad} with each number in {@code [min, max]}. */
    CLIP(Phase.CLIP),
    /** {@code Out[1]} = sum of the squares of all numbers in all {@code Grad}. */
    SQUARED_L2_NORM(Phase.CLIP),
    /** {@code Out = Grad}, shortened as much as {@code SquaredNorm} is longer than {@code max_norm}. */
    CLIP_BY_NORM(Phase.CLIP),
    /** {@code Out = Grad + coeff sign(Param)}. */
    L1_DECAY(Phase.OPTIMIZE),
    /** {@code Out = Grad + coeff Param}. */
    L2_DECAY(Phase.OPTIMIZE),
    /** {@code Param -= LearningRate * Grad}. Like all rules, times {@code rate_factor} where the parameter has one. */
    SGD(Phase.OPTIMIZE),
    /** Momentum, or Nesterov's: {@code mu}, {@code use_nesterov}. */
    MOMENTUM(Phase.OPTIMIZE),
    /** Divides by the root of all squared gradients: {@code epsilon}. */
    ADAGRAD(Phase.OPTIMIZE),
    /** Adagrad that forgets: {@code decay}, {@code epsilon}. */
    DECAYED_ADAGRAD(Phase.OPTIMIZE),
    /** Epsilon stands below the root: {@code decay}, {@code epsilon}, {@code momentum}, {@code centered}. */
    RMSPROP(Phase.OPTIMIZE),
    /** Adam as in Fluid: epsilon stands outside the bias correction. {@code Step[1]} counts updates. */
    ADAM(Phase.OPTIMIZE),
    /** Adam with the largest gradient in place of the mean square: {@code beta1}, {@code beta2}, {@code epsilon}. */
    ADAMAX(Phase.OPTIMIZE),
    /** Steps as large as the last ones: {@code rho}, {@code epsilon}. */
    ADADELTA(Phase.OPTIMIZE),
    /** Follows the regularized leader: {@code l1}, {@code l2}, {@code lr_power}. */
    FTRL(Phase.OPTIMIZE),

    /**
     * {@code Out} = for each row of the sparse table {@code W} that {@code Ids} name, the sum of those {@code X} that belong to
     * it; of the trainers' rows, of which there are {@code Lengths}, each counts {@code Weight} times. These rows stand for the
     * table until the step ends.
     */
    MERGE_ROWS(Phase.OPTIMIZE),
    /** Hands the gradients {@code X} of the rows of the sparse tables {@code W} to the parameter servers. */
    SEND_ROWS(Phase.OPTIMIZE),
    /** Begins to hand the gradients {@code X} to the parameter servers, where that can be done while others are computed; SEND ends it. */
    SEND_AHEAD(Phase.OPTIMIZE),
    /** Hands the gradients {@code X} to the parameter servers. */
    SEND(Phase.OPTIMIZE),
    /** Fills the parameters {@code Out} from the parameter servers. */
    RECV(Phase.OPTIMIZE),
    /** Serves trainers until the last one leaves; runs block {@code optimize_block} once per step. */
    LISTEN_AND_SERVE(Phase.OPTIMIZE);

    /** The part of training in which an operator runs. */
    public enum Phase {
        STARTUP,
        FORWARD,
        BACKWARD,
        /** Gradients are made sums, and shortened: those of all trainers together, or each trainer's. */
        CLIP,
        /** The learning rate of the step; on servers as well as on trainers. */
        SCHEDULE,
        OPTIMIZE
    }

    private final Phase phase;

    OpType(Phase phase) {
        this.phase = phase;
    }

    public Phase phase() {
        return phase;
    }

    /** Fluid's name of the operator: {@code batch_norm}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
