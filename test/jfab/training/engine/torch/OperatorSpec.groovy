package jfab.training.engine.torch

import static jfab.training.program.OpType.*
import static jfab.training.engine.torch.Reference.*
import static jfab.training.engine.torch.RowReference.*

import jfab.training.engine.Device
import jfab.training.engine.EngineException
import jfab.training.engine.HostTensor
import jfab.training.engine.ParameterExchange
import jfab.training.program.DataType
import jfab.training.program.Initializer
import jfab.training.program.OpType
import jfab.training.program.Operator
import jfab.training.program.Program
import jfab.training.program.Shape
import jfab.training.program.optimize.Optimizer
import jfab.training.program.optimize.Sgd
import org.bytedeco.pytorch.global.torch
import spock.lang.Shared
import spock.lang.Specification

/** Each operator's value against plain arithmetic, and its gradients against finite differences of that arithmetic. */
class OperatorSpec extends Specification {
    static final List<OpType> POSITIVE = [CROSS_ENTROPY, LOG, SQRT, POW]
    @Shared engine = Torch.open(new Device.Cpu(), ParameterExchange.none())

    def "#type #attributes has the value and the gradients of its formula"() {
        given:
        Map<String, double[]> inputs = random(type, shapes)

        when: 'the operator runs, followed by mean((output - 0.3)²) and the gradients of that'
        def (value, gradients) = run(type, shapes, inputs, slot, result, attributes, whole)

        then:
        near(value.values(), reference(inputs), 1e-4)
        shapes.keySet().every { near(gradients[it].values(), gradient(reference, inputs, it), 2e-3) }

        where: 'X.a and X.b are two variables in the slot X'
        type                       | shapes                                                 | slot     | result       | attributes                                                | whole                   || reference
        MUL                        | [X: [3, 2, 2], Y: [4, 2]]                              | 'Out'    | [3, 2]       | [:]                                                       | [:]                     || { mul(it.X, it.Y, 3, 4, 2) }
        ELEMENTWISE_ADD            | [X: [3, 2], Y: [2]]                                    | 'Out'    | [3, 2]       | [axis: 1L]                                                | [:]                     || { addChannels(it.X, it.Y, 1) }
        ELEMENTWISE_ADD            | [X: [2, 3, 2, 2], Y: [3]]                              | 'Out'    | [2, 3, 2, 2] | [axis: 1L]                                                | [:]                     || { addChannels(it.X, it.Y, 4) }
        ELEMENTWISE_ADD            | [X: [2, 3], Y: [2, 3]]                                 | 'Out'    | [2, 3]       | [axis: 0L]                                                | [:]                     || { combine(it.X, it.Y, 1) { x, y -> x + y } }
        ELEMENTWISE_SUB            | [X: [2, 3, 2], Y: [2]]                                 | 'Out'    | [2, 3, 2]    | [axis: 0L]                                                | [:]                     || { combine(it.X, it.Y, 6) { x, y -> x - y } }
        ELEMENTWISE_MUL            | [X: [2, 3], Y: [3]]                                    | 'Out'    | [2, 3]       | [axis: 1L]                                                | [:]                     || { combine(it.X, it.Y, 1) { x, y -> x * y } }
        ELEMENTWISE_DIV            | [X: [2, 3], Y: [2]]                                    | 'Out'    | [2, 3]       | [axis: 0L]                                                | [:]                     || { combine(it.X, it.Y, 3) { x, y -> x / y } }
        SCALE                      | [X: [2, 3]]                                            | 'Out'    | [2, 3]       | [scale: 5d, bias: 2d, bias_after_scale: true]             | [:]                     || { map(it.X) { 5 * it + 2 } }
        SCALE                      | [X: [2, 3]]                                            | 'Out'    | [2, 3]       | [scale: 5d, bias: 2d, bias_after_scale: false]            | [:]                     || { map(it.X) { 5 * (it + 2) } }
        SUM                        | ['X.a': [2, 3], 'X.b': [2, 3]]                         | 'Out'    | [2, 3]       | [:]                                                       | [:]                     || { combine(it['X.a'], it['X.b'], 1) { x, y -> x + y } }
        CONCAT                     | ['X.a': [2, 3], 'X.b': [2, 1]]                         | 'Out'    | [2, 4]       | [axis: 1L]                                                | [:]                     || { beside(it['X.a'], 3, it['X.b'], 1) }
        RESHAPE                    | [X: [2, 6]]                                            | 'Out'    | [2, 2, 3]    | [shape: [-1L, 2L, 3L]]                                    | [:]                     || { it.X }
        COS_SIM                    | [X: [3, 4], Y: [3, 4]]                                 | 'Out'    | [3, 1]       | [:]                                                       | [:]                     || { cosine(it.X, it.Y, 4) }
        LOOKUP_TABLE               | [W: [4, 3]]                                            | 'Out'    | [5, 3]       | [is_sparse: false, padding_idx: -1L]                      | [Ids: [2, 0, 3, 2, 2]]  || { rows(it.W, 3, -1, 2, 0, 3, 2, 2) }
        LOOKUP_TABLE               | [W: [4, 3]]                                            | 'Out'    | [3, 3]       | [is_sparse: false, padding_idx: 2L]                       | [Ids: [2, 0, 3]]        || { rows(it.W, 3, 2, 2, 0, 3) }
        DROPOUT                    | [X: [2, 3]]                                            | 'Out'    | [2, 3]       | [dropout_prob: 0.4d, is_test: true]                       | [:]                     || { map(it.X) { it * 0.6d } }
        RELU                       | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { Math.max(it, 0d) } }
        TANH                       | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { Math.tanh(it) } }
        SIGMOID                    | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { 1 / (1 + Math.exp(-it)) } }
        LOGSIGMOID                 | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { -Math.log(1 + Math.exp(-it)) } }
        EXP                        | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { Math.exp(it) } }
        LOG                        | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { Math.log(it) } }
        SQRT                       | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { Math.sqrt(it) } }
        SQUARE                     | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { it * it } }
        ABS                        | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { Math.abs(it) } }
        RECIPROCAL                 | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { 1 / it } }
        SOFTPLUS                   | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { Math.log(1 + Math.exp(it)) } }
        SOFTSIGN                   | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [:]                                                       | [:]                     || { map(it.X) { it / (1 + Math.abs(it)) } }
        LEAKY_RELU                 | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [alpha: 0.02d]                                            | [:]                     || { map(it.X) { it > 0 ? it : 0.02d * it } }
        ELU                        | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [alpha: 0.7d]                                             | [:]                     || { map(it.X) { it > 0 ? it : 0.7d * (Math.exp(it) - 1) } }
        RELU6                      | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [threshold: 1.3d]                                         | [:]                     || { map(it.X) { Math.min(Math.max(it, 0d), 1.3d) } }
        BRELU                      | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [t_min: -0.5d, t_max: 1.3d]                               | [:]                     || { map(it.X) { Math.min(Math.max(it, -0.5d), 1.3d) } }
        HARD_SIGMOID               | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [slope: 0.4d, offset: 0.5d]                               | [:]                     || { map(it.X) { Math.min(Math.max(0.4d * it + 0.5d, 0d), 1d) } }
        SWISH                      | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [beta: 1.5d]                                              | [:]                     || { map(it.X) { it / (1 + Math.exp(-1.5d * it)) } }
        STANH                      | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [scale_a: 0.67d, scale_b: 1.7159d]                        | [:]                     || { map(it.X) { 1.7159d * (1 - 2 / (Math.exp(1.34d * it) + 1)) } }
        POW                        | [X: [4, 5]]                                            | 'Out'    | [4, 5]       | [factor: 2.5d]                                            | [:]                     || { map(it.X) { Math.pow(it, 2.5d) } }
        SOFTMAX                    | [X: [3, 4]]                                            | 'Out'    | [3, 4]       | [:]                                                       | [:]                     || { softmax(it.X, 4) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [4, 2]       | [pooltype: 'sum']                                         | [Lengths: [2, 0, 3, 1]] || { pool(it.X, 2, 'sum', 2, 0, 3, 1) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [4, 2]       | [pooltype: 'average']                                     | [Lengths: [2, 0, 3, 1]] || { pool(it.X, 2, 'average', 2, 0, 3, 1) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [4, 2]       | [pooltype: 'max']                                         | [Lengths: [2, 0, 3, 1]] || { pool(it.X, 2, 'max', 2, 0, 3, 1) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [4, 2]       | [pooltype: 'sqrt']                                        | [Lengths: [2, 0, 3, 1]] || { pool(it.X, 2, 'sqrt', 2, 0, 3, 1) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [4, 2]       | [pooltype: 'first']                                       | [Lengths: [2, 0, 3, 1]] || { pool(it.X, 2, 'first', 2, 0, 3, 1) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [4, 2]       | [pooltype: 'last']                                        | [Lengths: [2, 0, 3, 1]] || { pool(it.X, 2, 'last', 2, 0, 3, 1) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'sum']                                         | [Lengths: [3, 3]]       || { pool(it.X, 2, 'sum', 3, 3) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'average']                                     | [Lengths: [3, 3]]       || { pool(it.X, 2, 'average', 3, 3) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'sqrt']                                        | [Lengths: [3, 3]]       || { pool(it.X, 2, 'sqrt', 3, 3) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'max']                                         | [Lengths: [3, 3]]       || { pool(it.X, 2, 'max', 3, 3) }
        SEQUENCE_POOL              | [X: [6, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'last']                                        | [Lengths: [3, 3]]       || { pool(it.X, 2, 'last', 3, 3) }
        SEQUENCE_CONV              | [X: [6, 2], Filter: [6, 3]]                            | 'Out'    | [6, 3]       | [context_length: 3L, context_start: -1L]                  | [Lengths: [3, 3]]       || { convolution(it.X, it.Filter, 2, 3, 3, -1, 3, 3) }
        SEQUENCE_CONV              | [X: [6, 2], Filter: [10, 3]]                           | 'Out'    | [6, 3]       | [context_length: 5L, context_start: -2L]                  | [Lengths: [3, 3]]       || { convolution(it.X, it.Filter, 2, 3, 5, -2, 3, 3) }
        SEQUENCE_CONV              | [X: [6, 2], Filter: [8, 3]]                            | 'Out'    | [6, 3]       | [context_length: 4L, context_start: -2L]                  | [Lengths: [3, 3]]       || { convolution(it.X, it.Filter, 2, 3, 4, -2, 3, 3) }
        SEQUENCE_CONV              | [X: [6, 1], Filter: [3, 3]]                            | 'Out'    | [6, 3]       | [context_length: 3L, context_start: -1L]                  | [Lengths: [3, 3]]       || { convolution(it.X, it.Filter, 1, 3, 3, -1, 3, 3) }
        SEQUENCE_CONV              | [X: [6, 1], Filter: [3, 3]]                            | 'Out'    | [6, 3]       | [context_length: 3L, context_start: -1L]                  | [Lengths: [2, 0, 3, 1]] || { convolution(it.X, it.Filter, 1, 3, 3, -1, 2, 0, 3, 1) }
        SEQUENCE_POOL              | [X: [0, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'first']                                       | [Lengths: [0, 0]]       || { pool(it.X, 2, 'first', 0, 0) }
        SEQUENCE_POOL              | [X: [0, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'last']                                        | [Lengths: [0, 0]]       || { pool(it.X, 2, 'last', 0, 0) }
        SEQUENCE_POOL              | [X: [0, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'max']                                         | [Lengths: [0, 0]]       || { pool(it.X, 2, 'max', 0, 0) }
        SEQUENCE_POOL              | [X: [0, 2]]                                            | 'Out'    | [2, 2]       | [pooltype: 'average']                                     | [Lengths: [0, 0]]       || { pool(it.X, 2, 'average', 0, 0) }
        SEQUENCE_CONV              | [X: [6, 2], Filter: [6, 4]]                            | 'Out'    | [6, 4]       | [context_length: 3L, context_start: -1L]                  | [Lengths: [2, 0, 3, 1]] || { convolution(it.X, it.Filter, 2, 4, 3, -1, 2, 0, 3, 1) }
        SEQUENCE_CONV              | [X: [6, 2], Filter: [8, 3]]                            | 'Out'    | [6, 3]       | [context_length: 4L, context_start: -2L]                  | [Lengths: [5, 1]]       || { convolution(it.X, it.Filter, 2, 3, 4, -2, 5, 1) }
        SEQUENCE_CONV              | [X: [6, 2], Filter: [2, 3]]                            | 'Out'    | [6, 3]       | [context_length: 1L, context_start: 0L]                   | [Lengths: [5, 1]]       || { convolution(it.X, it.Filter, 2, 3, 1, 0, 5, 1) }
        SEQUENCE_CONV              | [X: [6, 2], Filter: [4, 3]]                            | 'Out'    | [6, 3]       | [context_length: 2L, context_start: 1L]                   | [Lengths: [5, 1]]       || { convolution(it.X, it.Filter, 2, 3, 2, 1, 5, 1) }
        SEQUENCE_CONV              | [X: [6, 2], Filter: [4, 3]]                            | 'Out'    | [6, 3]       | [context_length: 2L, context_start: -3L]                  | [Lengths: [5, 1]]       || { convolution(it.X, it.Filter, 2, 3, 2, -3, 5, 1) }
        SQUARE_ERROR_COST          | [X: [5, 1], Y: [5, 1]]                                 | 'Out'    | [5, 1]       | [:]                                                       | [:]                     || { squareError(it.X, it.Y) }
        CROSS_ENTROPY              | [X: [3, 4]]                                            | 'Y'      | [3, 1]       | [soft_label: false]                                       | [Label: [2, 0, 3]]      || { crossEntropy(it.X, 4, 2, 0, 3) }
        CROSS_ENTROPY              | [X: [3, 4], Label: [3, 4]]                             | 'Y'      | [3, 1]       | [soft_label: true]                                        | [:]                     || { softCrossEntropy(it.X, 4, it.Label) }
        SOFTMAX_WITH_CROSS_ENTROPY | [Logits: [3, 4]]                                       | 'Loss'   | [3, 1]       | [soft_label: false]                                       | [Label: [2, 0, 3]]      || { crossEntropy(softmax(it.Logits, 4), 4, 2, 0, 3) }
        SOFTMAX_WITH_CROSS_ENTROPY | [Logits: [3, 4], Label: [3, 4]]                        | 'Loss'   | [3, 1]       | [soft_label: true]                                        | [:]                     || { softCrossEntropy(softmax(it.Logits, 4), 4, it.Label) }
        MEAN                       | [X: [3, 4]]                                            | 'Out'    | [1]          | [:]                                                       | [:]                     || { mean(it.X) }
        REDUCE_SUM                 | [X: [2, 3, 2]]                                         | 'Out'    | [2, 2]       | [dim: [1L], keep_dim: false]                              | [:]                     || { along(it.X, 3, 2) { v -> v.sum() } }
        REDUCE_MEAN                | [X: [2, 3, 2]]                                         | 'Out'    | [2, 2]       | [dim: [1L], keep_dim: false]                              | [:]                     || { along(it.X, 3, 2) { v -> v.sum() / v.length } }
        REDUCE_MAX                 | [X: [2, 3, 2]]                                         | 'Out'    | [2, 2]       | [dim: [1L], keep_dim: false]                              | [:]                     || { along(it.X, 3, 2) { v -> v.max() } }
        REDUCE_MIN                 | [X: [2, 3, 2]]                                         | 'Out'    | [2, 2]       | [dim: [1L], keep_dim: false]                              | [:]                     || { along(it.X, 3, 2) { v -> v.min() } }
        REDUCE_SUM                 | [X: [2, 3]]                                            | 'Out'    | [1]          | [dim: [0L, 1L], keep_dim: false]                          | [:]                     || { [it.X.sum()] as double[] }
        REDUCE_MEAN                | [X: [3, 2]]                                            | 'Out'    | [1, 2]       | [dim: [0L], keep_dim: true]                               | [:]                     || { along(it.X, 3, 2) { v -> v.sum() / v.length } }
        CONV2D                     | [Input: [2, 2, 5, 5], Filter: [3, 2, 3, 3], Bias: [3]] | 'Output' | [2, 3, 3, 3] | [stride: 1L, padding: 0L, dilation: 1L, groups: 1L] | [:]                     || { conv2d(it, 2, 2, 5, 3, 3, 1, 0, 1, 1) }
        CONV2D                     | [Input: [2, 2, 5, 5], Filter: [3, 2, 3, 3], Bias: [3]] | 'Output' | [2, 3, 3, 3] | [stride: 2L, padding: 1L, dilation: 1L, groups: 1L] | [:]                     || { conv2d(it, 2, 2, 5, 3, 3, 2, 1, 1, 1) }
        CONV2D                     | [Input: [2, 2, 5, 5], Filter: [3, 2, 3, 3]]            | 'Output' | [2, 3, 3, 3] | [stride: 1L, padding: 0L, dilation: 1L, groups: 1L] | [:]                     || { conv2d(it + [Bias: new double[3]], 2, 2, 5, 3, 3, 1, 0, 1, 1) }
        CONV2D                     | [Input: [2, 2, 5, 5], Filter: [3, 2, 3, 3], Bias: [3]] | 'Output' | [2, 3, 3, 3] | [stride: 1L, padding: 1L, dilation: 2L, groups: 1L] | [:]                     || { conv2d(it, 2, 2, 5, 3, 3, 1, 1, 2, 1) }
        CONV2D                     | [Input: [2, 4, 5, 5], Filter: [6, 2, 3, 3], Bias: [6]] | 'Output' | [2, 6, 3, 3] | [stride: 1L, padding: 0L, dilation: 1L, groups: 2L] | [:]                     || { conv2d(it, 2, 4, 5, 6, 3, 1, 0, 1, 2) }
        CONV2D                     | [Input: [2, 2, 5, 5], Filter: [4, 1, 3, 3], Bias: [4]] | 'Output' | [2, 4, 3, 3] | [stride: 1L, padding: 0L, dilation: 1L, groups: 2L] | [:]                     || { conv2d(it, 2, 2, 5, 4, 3, 1, 0, 1, 2) }
        CONV2D                     | [Input: [2, 1, 5, 5], Filter: [3, 1, 3, 3]]            | 'Output' | [2, 3, 5, 5] | [stride: 1L, padding: 1L, dilation: 1L, groups: 1L] | [:]                     || { conv2d(it + [Bias: new double[3]], 2, 1, 5, 3, 3, 1, 1, 1, 1) }
        CONV2D                     | [Input: [2, 3, 5, 5], Filter: [3, 1, 2, 2], Bias: [3]] | 'Output' | [2, 3, 2, 2] | [stride: 2L, padding: 0L, dilation: 2L, groups: 3L] | [:]                     || { conv2d(it, 2, 3, 5, 3, 2, 2, 0, 2, 3) }
        POOL2D                     | [X: [2, 3, 5, 5]]                                      | 'Out'    | [2, 3, 2, 2] | [pooling_type: 'max', ksize: 2L, stride: 2L, padding: 0L, ceil_mode: false, global_pooling: false] | [:]                     || { pool2d(it.X, 6, 5, 2, 2, true, false) }
        POOL2D                     | [X: [2, 3, 5, 5]]                                      | 'Out'    | [2, 3, 2, 2] | [pooling_type: 'avg', ksize: 3L, stride: 2L, padding: 0L, ceil_mode: false, global_pooling: false] | [:]                     || { pool2d(it.X, 6, 5, 3, 2, false, false) }
        POOL2D                     | [X: [2, 3, 5, 5]]                                      | 'Out'    | [2, 3, 3, 3] | [pooling_type: 'max', ksize: 2L, stride: 2L, padding: 0L, ceil_mode: true, global_pooling: false] | [:] || { pool2d(it.X, 6, 5, 2, 2, true, true) }
        POOL2D                     | [X: [2, 3, 5, 5]]                                      | 'Out'    | [2, 3, 3, 3] | [pooling_type: 'avg', ksize: 2L, stride: 2L, padding: 0L, ceil_mode: true, global_pooling: false] | [:] || { pool2d(it.X, 6, 5, 2, 2, false, true) }
        POOL2D                     | [X: [2, 3, 4, 4]]                                      | 'Out'    | [2, 3, 1, 1] | [pooling_type: 'max', ksize: 1L, stride: 1L, padding: 0L, ceil_mode: false, global_pooling: true] | [:] || { pool2d(it.X, 6, 4, 4, 1, true, false) }
        POOL2D                     | [X: [2, 3, 2, 6]]                                      | 'Out'    | [2, 3, 1, 1] | [pooling_type: 'avg', ksize: 1L, stride: 1L, padding: 0L, ceil_mode: false, global_pooling: true] | [:] || { along(it.X, 12, 1) { v -> v.sum() / v.length } }
        BATCH_NORM                 | [X: [4, 3, 2, 2], Scale: [3], Bias: [3]]               | 'Y'      | [4, 3, 2, 2] | [momentum: 0.9d, epsilon: 1e-5d, is_test: false]          | [:]                     || { batchNorm(it, 3, 4) }
        BATCH_NORM                 | [X: [4, 3], Scale: [3], Bias: [3]]                     | 'Y'      | [4, 3]       | [momentum: 0.9d, epsilon: 1e-5d, is_test: false]          | [:]                     || { batchNorm(it, 3, 1) }
        BATCH_NORM                 | [X: [4, 3, 2, 2], Scale: [3], Bias: [3]]               | 'Y'      | [4, 3, 2, 2] | [momentum: 0.9d, epsilon: 1e-5d, is_test: true]           | [:]                     || { batchNormTest(it, 3, 4, 0.25, 2.25) }
    }

    def "convolutions of many shapes have the value and the gradients of their formula"() {
        given:
        def dice = new Random(5)
        def one = { int... of -> of[dice.nextInt(of.length)] }

        when:
        for (int shape = 0; shape < 150; shape++) {
            def (groups, seen, each) = [one(1, 1, 1, 2, 3, 8), one(1, 1, 2, 3, 8, 16), one(1, 1, 2, 3, 8, 16)]
            def (batch, size, stride, padding, dilation) = [one(1, 2, 3, 5), one(1, 2, 3, 5), one(1, 1, 2, 3), one(0, 1, 2), one(1, 1, 2)]
            def (channels, filters, length) = [groups * seen, groups * each, dilation * (size - 1) + one(1, 2, 4)]
            def side = (length + 2 * padding - dilation * (size - 1) - 1).intdiv(stride) + 1
            def shapes = [Input: [batch, channels, length, length], Filter: [filters, seen, size, size], Bias: [filters]]
            def attributes = [stride: stride as long, padding: padding as long, dilation: dilation as long, groups: groups as long]
            def inputs = random(CONV2D, shapes)
            def reference = { conv2d(it, batch, channels, length, filters, size, stride, padding, dilation, groups) }
            def (value, gradients) = run(CONV2D, shapes, inputs, 'Output', [batch, filters, side, side], attributes, [:])
            def where = "$shapes $attributes"
            assert near(value.values(), reference(inputs), 1e-3) : where
            for (String slot in shapes.keySet()) {
                def derived = gradients[slot].values()
                def largest = derived.collect { Math.abs(it) }.max()
                for (int i = 0; i < 3; i++) {
                    int element = dice.nextInt(derived.length)
                    assert Math.abs(derived[element] - derivative(reference, inputs, slot, element)) <= 1e-2 * largest : "$slot[$element] of $where"
                }
            }
        }

        then:
        noExceptionThrown()
    }

    def "of rows that are equally large the first of a sequence has the gradient, of either sign"() {
        when:
        def (value, gradients) = run(SEQUENCE_POOL, [X: [rows.size(), 1]], [X: rows as double[]], 'Out', [2, 1], [pooltype: 'max'], [Lengths: lengths])

        then: 'of mean((output - 0.3)²)'
        near(value.values(), maxima as double[], 1e-6)
        near(gradients.X.values(), expected as double[], 1e-6)

        where:
        rows                | lengths | maxima   || expected
        [1, 1, 0, 1, 2]     | [4, 1]  | [1, 2]   || [0.7, 0, 0, 0, 1.7]
        [-1, -1, -2, -1, 0] | [4, 1]  | [-1, 0]  || [-1.3, 0, 0, 0, -0.3]
        [0, -1, -1]         | [1, 2]  | [0, -1]  || [-0.3, -1.3, 0]
        [-2, -1, -1, -1]    | [2, 2]  | [-1, -1] || [0, -1.3, -1.3, 0]
    }

    def "what lies on a border of relu6 or brelu learns nothing, as in Fluid"() {
        expect:
        near(run(type, [X: [3, 1]], [X: [0, 3, 6] as double[]], 'Out', [3, 1], attributes, [:])[1].X.values(), [0, 1.8, 0] as double[], 1e-6)

        where:
        type  | attributes
        RELU6 | [threshold: 6d]
        BRELU | [t_min: 0d, t_max: 6d]
    }

    def "a row of zeros has the cosine 0, and a gradient as if it were 1e-4 long, as in Fluid"() {
        when:
        def (value, gradients) = run(COS_SIM, [X: [1, 2], Y: [1, 2]], [X: [0, 0] as double[], Y: [3, 4] as double[]], 'Out', [1, 1], [:], [:])

        then: 'of (cosine - 0.3)²'
        value.values() == [0] as double[]
        near(gradients.X.values(), [-3600, -4800] as double[], 0.01)
        near(gradients.Y.values(), [0, 0] as double[], 1e-6)
    }

    def "the largest of rows one of which is no number is none, so that the training ends"() {
        when:
        run(SEQUENCE_POOL, [X: [3, 1]], [X: [1, Double.NaN, 5] as double[]], 'Out', [lengths.size(), 1], [pooltype: 'max'], [Lengths: lengths])

        then:
        EngineException e = thrown()
        e.message.contains("'loss' is NaN")

        where:
        lengths << [[2, 1], [0, 3], [3]]
    }

    def "batch_norm keeps nine tenths of its moving statistics and takes one from the biased ones of the batch"() {
        given: 'one channel with the values 1 and 3: mean 2, biased variance 1, unbiased 2'
        def builder = Program.builder()
        def layers = new jfab.training.program.Layers(builder)
        def output = layers.batchNorm(layers.data('x', Shape.of(1), DataType.FLOAT32), null, 0.9, 1e-5)
        def program = builder.build()
        def scope = engine.newScope()

        when:
        engine.run(program.startup(1), [:], [], scope)
        engine.run(program, [x: HostTensor.of(Shape.of(2, 1), 1f, 3f)], [output.name()], scope)

        then: 'they began at mean 0 and variance 1'
        near(read(scope.get('batch_norm_0.w_1')), [0.2] as double[], 1e-5)
        near(read(scope.get('batch_norm_0.w_2')), [1.0] as double[], 1e-5)

        cleanup:
        scope?.close()
    }

    def "#type makes of whole numbers #slot"() {
        given:
        def builder = Program.builder()
        def layers = new jfab.training.program.Layers(builder)
        def x = layers.data('x', Shape.of(1), DataType.INT64)
        def output = layer(layers, x)
        def scope = engine.newScope()

        expect:
        engine.run(builder.build(), [x: HostTensor.of(Shape.of(3, 1), 2L, 0L, 1L)], [output.name()], scope)[0].toString() == value

        cleanup:
        scope.close()

        where:
        type    | slot             | layer                                                                        || value
        CAST    | 'reals'          | { l, ids -> l.shape().cast(ids, DataType.FLOAT32) }                          || 'float32[3, 1] [2.0, 0.0, 1.0]'
        CAST    | 'whole again'    | { l, ids -> l.shape().cast(halves(l, ids), DataType.INT64) }                 || 'int64[3, 1] [1.0, 0.0, 0.0]'
        ONE_HOT | 'rows'           | { l, ids -> l.shape().oneHot(ids, 4) }                                       || 'float32[3, 4] [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, ...]'
    }

    def "auc is the share of pairs in order, over all steps"() {
        given:
        def builder = Program.builder()
        def layers = new jfab.training.program.Layers(builder)
        def area = layers.loss().auc(layers.data('p', Shape.of(1), DataType.FLOAT32), layers.data('label', Shape.of(1), DataType.INT64), 100)
        def scope = engine.newScope()
        engine.run(builder.build().startup(1), [:], [], scope)
        def step = { float[] p, long[] label ->
            engine.run(builder.build(), [p: HostTensor.of(Shape.of(p.length, 1), p), label: HostTensor.of(Shape.of(p.length, 1), label)], [area.name()], scope)[0].mean()
        }

        expect: 'no pair; then 0.8 over 0.3 and over 0.9; then also 0.3 beside 0.3, and 0.9 over both'
        step([0.8f] as float[], [1L] as long[]) == 0d
        step([0.3f, 0.9f] as float[], [0L, 0L] as long[]) == 0.5d
        Math.abs(step([0.3f] as float[], [1L] as long[]) - 1.5d / 4) < 1e-6

        when: 'softmax was forgotten'
        step([0.5f, 1.5f] as float[], [1L, 0L] as long[])

        then:
        def e = thrown(EngineException)
        e.message.contains("auc takes probabilities, and 'p' holds 1.5; give it the outputs of softmax or sigmoid")
        e.ofData

        cleanup:
        scope.close()
    }

    def "the auc of a program for tests is that of the test, which begins again after a step of training"() {
        given:
        def builder = Program.builder()
        def layers = new jfab.training.program.Layers(builder)
        def p = layers.data('p', Shape.of(1), DataType.FLOAT32)
        def area = layers.loss().auc(p, layers.data('label', Shape.of(1), DataType.INT64), 1000)
        def test = builder.build().cloneForTest()
        Optimizer.of(new Sgd(), 0.1).minimize(builder, layers.mean(layers.fc(p, 1, null)))
        def training = builder.build()
        def scope = engine.newScope()
        engine.run(training.startup(1), [:], [], scope)
        def step = { program, float[] values, long[] label ->
            engine.run(program, [p: HostTensor.of(Shape.of(values.length, 1), values), label: HostTensor.of(Shape.of(values.length, 1), label)],
                    [area.name()], scope)[0].mean()
        }

        expect: 'training has the wrong order, the test the right one in two batches, and then half of it'
        step(training, [0.1f, 0.9f] as float[], [1L, 0L] as long[]) == 0d
        step(test, [0.9f] as float[], [1L] as long[]) == 0d
        step(test, [0.1f] as float[], [0L] as long[]) == 1d
        step(training, [0.1f, 0.9f] as float[], [1L, 0L] as long[]) == 0d
        step(test, [0.5f, 0.5f] as float[], [1L, 0L] as long[]) == 0.5d

        cleanup:
        scope.close()
    }

    def "accuracy is the share of rows whose largest element is at the label"() {
        given:
        def builder = Program.builder()
        def layers = new jfab.training.program.Layers(builder)
        def share = layers.accuracy(layers.data('p', Shape.of(3), DataType.FLOAT32), layers.data('label', Shape.of(1), DataType.INT64))
        def scope = engine.newScope()

        expect:
        engine.run(builder.build(), [p: HostTensor.of(Shape.of(4, 3), 1f, 2f, 3f, 9f, 1f, 1f, 0f, 5f, 0f, 1f, 0f, 0f),
                                     label: HostTensor.of(Shape.of(4, 1), 2L, 0L, 0L, 0L)], [share.name()], scope)[0].mean() == 0.75d

        when: 'a label is none'
        engine.run(builder.build(), [p: HostTensor.of(Shape.of(1, 3), 1f, 2f, 3f), label: HostTensor.of(Shape.of(1, 1), 9L)],
                [share.name()], scope)

        then:
        def refused = thrown(EngineException)
        refused.message == "'label' holds 9 at place 0 of its batch, from 0, and 'p' takes 0 to 2"

        cleanup:
        scope.close()
    }

    def "the cost of a class whose probability was rounded to 0 is large, not infinite"() {
        given:
        def builder = Program.builder()
        def layers = new jfab.training.program.Layers(builder)
        def cost = layers.crossEntropy(layers.data('p', Shape.of(2), DataType.FLOAT32), layers.data('label', Shape.of(1), DataType.INT64))
        def scope = engine.newScope()

        expect:
        engine.run(builder.build(), [p: HostTensor.of(Shape.of(1, 2), 0f, 1f), label: HostTensor.of(Shape.of(1, 1), 0L)],
                [cost.name()], scope)[0].mean().round(1) == 87.3d

        cleanup:
        scope.close()
    }

    private static halves(layers, ids) {
        layers.arithmetic().scale(layers.shape().cast(ids, DataType.FLOAT32), 0.9, 0, true, null)
    }

    private run(OpType type, Map shapes, Map<String, double[]> inputs, String slot, List result, Map attributes, Map whole) {
        def builder = Program.builder()
        def slots = [:].withDefault { [] }
        shapes.each { name, dims -> slots[name.tokenize('.')[0]] << builder.parameter(name, shape(dims), new Initializer.Constant(0)).name() }
        def feed = [target: HostTensor.of(shape(result), floats(map(new double[shape(result).elements()]) { TARGET }))]
        whole.each { name, values ->
            def dims = name == 'Lengths' ? [values.size()] : [values.size(), 1]
            slots[name] << builder.temporary(name, shape(dims), DataType.INT64).name()
            feed[name] = HostTensor.of(shape(dims), values as long[])
        }
        if (type == BATCH_NORM) {
            slots.Mean = [builder.accumulator('mean', Shape.of(3), DataType.FLOAT32, new Initializer.Constant(0.25)).name()]
            slots.Variance = [builder.accumulator('variance', Shape.of(3), DataType.FLOAT32, new Initializer.Constant(2.25)).name()]
        }
        ['output', 'target', 'cost'].each { builder.temporary(it, shape(result), DataType.FLOAT32) }
        builder.temporary('loss', Shape.of(1), DataType.FLOAT32)
        def gradients = shapes.collect { name, dims -> builder.temporary("$name@GRAD", shape(dims), DataType.FLOAT32).name() }
        builder.operator(new Operator(type, new HashMap(slots), [(slot): ['output']], attributes))
        builder.operator(new Operator(SQUARE_ERROR_COST, [X: ['output'], Y: ['target']], [Out: ['cost']], [:]))
        builder.operator(new Operator(MEAN, [X: ['cost']], [Out: ['loss']], [:]))
        builder.operator(new Operator(BACKWARD, [Loss: ['loss'], Param: shapes.keySet() as List], [Grad: gradients], [:]))
        def program = builder.build()
        def scope = engine.newScope()
        try {
            engine.run(program.startup(1), [:], [], scope)
            inputs.each { name, values -> scope.get(name).write(0, bytes(HostTensor.of(shape(shapes[name]), floats(values)))) }
            def fetched = engine.run(program, feed, ['output'] + gradients, scope)
            return [fetched[0], [shapes.keySet() as List, fetched.tail()].transpose().collectEntries()]
        } finally {
            scope.close()
        }
    }

    /** Between 0.1 and 2 by either sign, since kinks at 0 would spoil finite differences; above 0 for logarithms. */
    private static Map<String, double[]> random(OpType type, Map shapes) {
        def random = new Random(7)
        shapes.collectEntries { name, dims ->
            [name, random.doubles(shape(dims).elements(), 0.1, 2).map { type in POSITIVE || random.nextBoolean() ? it : -it }.toArray()]
        }
    }

    private static Shape shape(List dims) {
        new Shape(dims.collect { it as Long })
    }

    private static bytes(tensor) {
        tensor.bytes(0, tensor.byteSize() as int)
    }

    private static double[] read(tensor) {
        HostTensor.wrap(tensor.shape(), tensor.type(), bytes(tensor)).values()
    }

    private static boolean near(double[] actual, double[] expected, double tolerance) {
        assert actual.length == expected.length
        for (int i = 0; i < actual.length; i++) {
            assert Math.abs(actual[i] - expected[i]) <= tolerance
        }
        true
    }
}

class OperatorOnSimulatedGpuSpec extends OperatorSpec {
    def setupSpec() {
        engine = SimulatedGpu.open(ParameterExchange.none(), null)
        // It computes here in the place of cuDNN, and wrong (ImageKernels).
        torch.globalContext().setUserEnabledMkldnn(false)
    }

    def cleanupSpec() {
        torch.globalContext().setUserEnabledMkldnn(true)
    }
}
