package jfab.training.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import jfab.training.program.optimize.Adam;
import jfab.training.program.optimize.Optimizer;
import jfab.training.program.optimize.Sgd;
import org.junit.jupiter.api.Test;

class ProgramTest {
    private final Builder builder = Program.builder();
    private final Layers layers = new Layers(builder);

    private Variable line() {
        Variable x = layers.data("x", Shape.of(13), DataType.FLOAT32);
        Variable predicted = layers.fc(x, 1, null);
        Variable y = layers.data("y", Shape.of(1), DataType.FLOAT32);
        return layers.mean(layers.squareErrorCost(predicted, y));
    }

    @Test
    void printsOneLinePerVariableAndOperator() {
        Optimizer.of(new Sgd(), 0.001).minimize(builder, line());
        assertEquals("""
                program
                  variable x: float32[-1, 13]
                  parameter fc_0.w_0: float32[13, 1]
                  variable fc_0.tmp_0: float32[-1, 1]
                  parameter fc_0.b_0: float32[1]
                  variable fc_0.tmp_1: float32[-1, 1]
                  variable y: float32[-1, 1]
                  variable square_error_cost_0.tmp_0: float32[-1, 1]
                  variable mean_0.tmp_0: float32[1]
                  variable fc_0.w_0@GRAD: float32[13, 1]
                  variable fc_0.b_0@GRAD: float32[1]
                  variable learning_rate_0: float32[1]
                  block 0
                    fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
                    fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0) {axis=1}
                    square_error_cost_0.tmp_0 = square_error_cost(X=fc_0.tmp_1, Y=y)
                    mean_0.tmp_0 = mean(X=square_error_cost_0.tmp_0)
                    fc_0.w_0@GRAD, fc_0.b_0@GRAD = backward(Loss=mean_0.tmp_0, Param=fc_0.w_0|fc_0.b_0)
                    learning_rate_0 = constant_rate() {learning_rate=0.001}
                    fc_0.w_0 = sgd(Grad=fc_0.w_0@GRAD, LearningRate=learning_rate_0, Param=fc_0.w_0)
                    fc_0.b_0 = sgd(Grad=fc_0.b_0@GRAD, LearningRate=learning_rate_0, Param=fc_0.b_0)
                """, builder.build().toString());
    }

    @Test
    void printsSequencesWithTheirLengthsAndTablesByWhatTheyAre() {
        Variable title = layers.dense().sequence("title", Shape.of(1), DataType.INT64);
        Variable words = layers.dense().embedding(title, 9, 4, true, -1, ParamAttr.DEFAULT);
        layers.dense().dropout(layers.sequence().pool(words, SequenceLayers.Pool.SUM), 0.3, null);
        assertEquals("""
                program
                  variable title@LENGTHS: int64[-1]
                  variable title: int64[-1, 1] by title@LENGTHS
                  sparse table embedding_0.w_0: float32[9, 4]
                  variable embedding_0.tmp_0: float32[-1, 4] by title@LENGTHS
                  variable sequence_pool_0.tmp_0: float32[-1, 4]
                  persistable dropout_0.w_0: int64[1]
                  variable dropout_0.tmp_0: float32[-1, 4]
                  block 0
                    embedding_0.w_0 = prefetch(Ids=title, W=embedding_0.w_0)
                    embedding_0.tmp_0 = lookup_table(Ids=title, W=embedding_0.w_0) {is_sparse=true, padding_idx=-1}
                    sequence_pool_0.tmp_0 = sequence_pool(Lengths=title@LENGTHS, X=embedding_0.tmp_0) {pooltype=sum}
                    dropout_0.tmp_0, dropout_0.w_0 = dropout(State=dropout_0.w_0, X=sequence_pool_0.tmp_0) {dropout_prob=0.3, is_test=false, trainer=0}
                """, builder.build().toString());
    }

    @Test
    void aTestProgramHasForwardOperatorsOnlyAndFixedStatistics() {
        Variable image = layers.data("image", Shape.of(1, 4, 4), DataType.FLOAT32);
        Variable loss = layers.mean(layers.batchNorm(layers.conv2d(image, 2, 3, 1, 0, "relu", null), null, 0.9, 1e-5));
        Optimizer.of(new Adam(), 0.001).minimize(builder, loss);
        Program test = builder.build().cloneForTest();
        assertEquals(
                List.of(OpType.CONV2D, OpType.RELU, OpType.BATCH_NORM, OpType.MEAN),
                test.operators().stream().map(Operator::type).toList());
        assertEquals(true, test.operators().get(2).flag("is_test"));
        assertEquals(
                false, builder.build().operators(OpType.Phase.FORWARD).get(2).flag("is_test"));
    }

    @Test
    void theNetworkOfTheDigitsHas33620TrainableNumbers() {
        Variable image = layers.data("img", Shape.of(1, 28, 28), DataType.FLOAT32);
        Variable first = layers.batchNorm(layers.simpleImgConvPool(image, 20, 5, 2, 2, "relu"), null, 0.9, 1e-5);
        layers.fc(layers.simpleImgConvPool(first, 50, 5, 2, 2, "relu"), 10, "softmax");
        long trainable = builder.build().trainable().stream()
                .mapToLong(parameter -> parameter.variable().shape().elements())
                .sum();
        assertEquals(33_620, trainable);
    }

    @Test
    void aProgramThatCannotBeRightIsRefused() {
        builder.operator(new Operator(OpType.RELU, Map.of("X", List.of("a")), Map.of("Out", List.of("b")), Map.of()));
        assertEquals(
                "the program has no variable 'a'",
                assertThrows(ProgramException.class, builder::build).getMessage());
        builder.temporary("a", Shape.of(1), DataType.FLOAT32);
        Shape one = Shape.of(1);
        assertEquals(
                "two variables are called 'a'",
                assertThrows(ProgramException.class, () -> builder.temporary("a", one, DataType.FLOAT32))
                        .getMessage());
    }

    @Test
    void onlyOneNumberCanBeMinimized() {
        Variable x = layers.data("x", Shape.of(2), DataType.FLOAT32);
        Variable y = layers.fc(x, 1, null);
        Optimizer sgd = Optimizer.of(new Sgd(), 0.1);
        assertEquals(
                "only one number can be minimized, and fc_0.tmp_1: float32[-1, 1] has more; take its mean first",
                assertThrows(ProgramException.class, () -> sgd.minimize(builder, y))
                        .getMessage());
    }
}
