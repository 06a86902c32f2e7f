package jfab.training.words.network

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.role.RoleSpec
import jfab.training.engine.Executor
import jfab.training.engine.Scope
import jfab.training.program.Program
import jfab.training.words.TrainingProcess
import jfab.training.words.TrainingScript
import spock.lang.Specification
import spock.lang.TempDir

/** The operators that a script's words put between gradients and parameters. */
class OptimizerWordsSpec extends Specification {
    @TempDir
    Path folder
    List<String> printed = []

    def "#script minimizes by #operator"() {
        expect:
        minimize(script).last() == operator

        where:
        script                                                                      || operator
        "SGD(learning_rate: 0.5)"                                                   || 'w = sgd(Grad=w@GRAD, LearningRate=learning_rate_0, Param=w)'
        "Momentum(learning_rate: 1, momentum: 0.9)"                                 || 'w, w_velocity_0 = momentum(Grad=w@GRAD, LearningRate=learning_rate_0, Param=w, Velocity=w_velocity_0) {mu=0.9, use_nesterov=false}'
        "Momentum(learning_rate: 1, momentum: 0.9, use_nesterov: true)"             || 'w, w_velocity_0 = momentum(Grad=w@GRAD, LearningRate=learning_rate_0, Param=w, Velocity=w_velocity_0) {mu=0.9, use_nesterov=true}'
        "Adagrad(learning_rate: 1)"                                                 || 'w_moment_0, w = adagrad(Grad=w@GRAD, LearningRate=learning_rate_0, Moment=w_moment_0, Param=w) {epsilon=1.0E-6}'
        "DecayedAdagrad(learning_rate: 1)"                                          || 'w_moment_0, w = decayed_adagrad(Grad=w@GRAD, LearningRate=learning_rate_0, Moment=w_moment_0, Param=w) {decay=0.95, epsilon=1.0E-6}'
        "RMSProp(learning_rate: 1)"                                                 || 'w_mean_square_0, w_momentum_0, w = rmsprop(Grad=w@GRAD, LearningRate=learning_rate_0, MeanSquare=w_mean_square_0, Moment=w_momentum_0, Param=w) {centered=false, decay=0.95, epsilon=1.0E-6, momentum=0.0}'
        "Adam()"                                                                    || 'w_moment1_0, w_moment2_0, w, w_step_0 = adam(Grad=w@GRAD, LearningRate=learning_rate_0, Moment1=w_moment1_0, Moment2=w_moment2_0, Param=w, Step=w_step_0) {beta1=0.9, beta2=0.999, epsilon=1.0E-8}'
        "Adamax(beta1: 0.5)"                                                        || 'w_inf_norm_0, w_moment_0, w, w_step_0 = adamax(Grad=w@GRAD, InfNorm=w_inf_norm_0, LearningRate=learning_rate_0, Moment=w_moment_0, Param=w, Step=w_step_0) {beta1=0.5, beta2=0.999, epsilon=1.0E-8}'
        "Adadelta()"                                                                || 'w_avg_squared_grad_0, w_avg_squared_update_0, w = adadelta(AvgSquaredGrad=w_avg_squared_grad_0, AvgSquaredUpdate=w_avg_squared_update_0, Grad=w@GRAD, LearningRate=learning_rate_0, Param=w) {epsilon=1.0E-6, rho=0.95}'
        "Ftrl(learning_rate: 1)"                                                    || 'w_linear_0, w, w_squared_0 = ftrl(Grad=w@GRAD, LearningRate=learning_rate_0, LinearAccumulator=w_linear_0, Param=w, SquaredAccumulator=w_squared_0) {l1=0.0, l2=0.0, lr_power=-0.5}'
        "SGD(learning_rate: piecewise_decay(boundaries: [3, 5], values: [1, 0.5, 0.1]))" || 'w = sgd(Grad=w@GRAD, LearningRate=piecewise_decay_0, Param=w)'
    }

    def "#word puts #operators before the update"() {
        expect:
        minimize(script).dropRight(1) == operators

        where:
        word                       | script                                                                                    || operators
        'L2Decay'                  | "SGD(learning_rate: 1, regularization: L2Decay(0.1))"                                   || ['w@GRAD = l2_decay(Grad=w@GRAD, Param=w) {coeff=0.1}', 'learning_rate_0 = constant_rate() {learning_rate=1.0}']
        'L1Decay'                  | "SGD(learning_rate: 1, regularization: L1Decay(regularization_coeff: 0.1))"             || ['w@GRAD = l1_decay(Grad=w@GRAD, Param=w) {coeff=0.1}', 'learning_rate_0 = constant_rate() {learning_rate=1.0}']
        'GradientClipByValue'      | "SGD(learning_rate: 1, grad_clip: GradientClipByValue(max: 2))"                         || ['w@GRAD = clip(Grad=w@GRAD) {max=2.0, min=-2.0}', 'learning_rate_0 = constant_rate() {learning_rate=1.0}']
        'GradientClipByNorm'       | "set_gradient_clip(GradientClipByNorm(clip_norm: 2)); SGD(learning_rate: 1)"            || ['w@GRAD@SQUARED_NORM = squared_l2_norm(Grad=w@GRAD)', 'w@GRAD = clip_by_norm(Grad=w@GRAD, SquaredNorm=w@GRAD@SQUARED_NORM) {max_norm=2.0}', 'learning_rate_0 = constant_rate() {learning_rate=1.0}']
        'GradientClipByGlobalNorm' | "SGD(learning_rate: 1, grad_clip: GradientClipByGlobalNorm(clip_norm: 2))"              || ['default_group@SQUARED_NORM = squared_l2_norm(Grad=w@GRAD)', 'w@GRAD = clip_by_norm(Grad=w@GRAD, SquaredNorm=default_group@SQUARED_NORM) {max_norm=2.0}', 'learning_rate_0 = constant_rate() {learning_rate=1.0}']
        'exponential_decay'        | "SGD(learning_rate: exponential_decay(learning_rate: 1, decay_steps: 2, decay_rate: 0.5, staircase: true))" || [count(), 'exponential_decay_0 = exponential_decay(Step=@LR_DECAY_COUNTER@) {decay_rate=0.5, decay_steps=2, learning_rate=1.0, staircase=true}']
        'natural_exp_decay'        | "SGD(learning_rate: natural_exp_decay(learning_rate: 1, decay_steps: 2, decay_rate: 0.5))" || [count(), 'natural_exp_decay_0 = natural_exp_decay(Step=@LR_DECAY_COUNTER@) {decay_rate=0.5, decay_steps=2, learning_rate=1.0, staircase=false}']
        'inverse_time_decay'       | "SGD(learning_rate: inverse_time_decay(learning_rate: 1, decay_steps: 2, decay_rate: 0.5))" || [count(), 'inverse_time_decay_0 = inverse_time_decay(Step=@LR_DECAY_COUNTER@) {decay_rate=0.5, decay_steps=2, learning_rate=1.0, staircase=false}']
        'polynomial_decay'         | "SGD(learning_rate: polynomial_decay(learning_rate: 1, decay_steps: 2))"                || [count(), 'polynomial_decay_0 = polynomial_decay(Step=@LR_DECAY_COUNTER@) {cycle=false, decay_steps=2, end_learning_rate=1.0E-4, learning_rate=1.0, power=1.0}']
        'noam_decay'               | "SGD(learning_rate: noam_decay(d_model: 512, warmup_steps: 4000))"                      || [count(), 'noam_decay_0 = noam_decay(Step=@LR_DECAY_COUNTER@) {d_model=512, learning_rate=1.0, warmup_steps=4000}']
        'cosine_decay'             | "SGD(learning_rate: cosine_decay(learning_rate: 1, step_each_epoch: 10, epochs: 5))"    || [count(), 'cosine_decay_0 = cosine_decay(Step=@LR_DECAY_COUNTER@) {epochs=5, learning_rate=1.0, step_each_epoch=10}']
        'linear_lr_warmup'         | "SGD(learning_rate: linear_lr_warmup(learning_rate: 1, warmup_steps: 5, start_lr: 0, end_lr: 1))" || ['learning_rate_0 = constant_rate() {learning_rate=1.0}', count(), 'linear_lr_warmup_0 = linear_lr_warmup(LearningRate=learning_rate_0, Step=@LR_DECAY_COUNTER@) {end_lr=1.0, start_lr=0.0, warmup_steps=5}']
    }

    def "a ParamAttr says how its parameter learns"() {
        expect:
        minimize('SGD(learning_rate: 1, regularization: L1Decay(1), grad_clip: GradientClipByNorm(clip_norm: 1))',
                "ParamAttr(name: 'w', learning_rate: 0.5, regularizer: L2Decay(0.1), gradient_clip: GradientClipByValue(max: 1))") == [
                'w@GRAD = clip(Grad=w@GRAD) {max=1.0, min=-1.0}',
                'w@GRAD = l2_decay(Grad=w@GRAD, Param=w) {coeff=0.1}',
                'learning_rate_0 = constant_rate() {learning_rate=1.0}',
                'w = sgd(Grad=w@GRAD, LearningRate=learning_rate_0, Param=w) {rate_factor=0.5}',
        ]
    }

    def "#mistake is answered with what is wrong"() {
        when:
        minimize(script)

        then:
        JfabException e = thrown()
        e.message.endsWith("net.groovy:3: $message")

        where:
        mistake               | script                                                                  || message
        'a missing rate'      | "SGD()"                                                               || 'SGD needs learning_rate, a number or what a schedule gives'
        'a rate that is text' | "Momentum(learning_rate: 'fast', momentum: 0.9)"                      || 'Momentum needs learning_rate, a number or what a schedule gives, not fast'
        'a wrong argument'    | "RMSProp(learning_rate: 1, momentun: 0.9)"                            || "RMSProp has no argument 'momentun'; it takes learning_rate, rho, epsilon, momentum, centered, regularization, grad_clip; did you mean 'momentum'?"
        'a clip that is none' | "Adam(grad_clip: 1)"                                                  || 'Adam needs grad_clip, a GradientClip, not 1'
        'a missing momentum'  | "Momentum(learning_rate: 1)"                                          || 'Momentum needs momentum, a number'
        'a second loss'       | "SGD(learning_rate: 1).minimize(loss); SGD(learning_rate: 1)"          || "'w' leads to two losses that are minimized; minimize the sum of the losses, or give each layers of its own"
        'no boundaries'       | "SGD(learning_rate: piecewise_decay(values: [1]))"                    || 'piecewise_decay needs boundaries, a list'
    }

    private static String count() {
        '@LR_DECAY_COUNTER@ = increment(X=@LR_DECAY_COUNTER@)'
    }

    /** All operators of the program but those of its forward and backward pass. */
    private List<String> minimize(String optimizer, String attr = "'w'") {
        def file = folder.resolve('net.groovy')
        Files.writeString(file, """\
            def x = data(name: 'x', shape: [2], dtype: 'float32')
            def loss = mean(fc(input: x, size: 1, param_attr: $attr, bias_attr: false))
            ${optimizer}.minimize(loss)
            println default_main_program()
            """.stripIndent())
        def process = [
                role : { -> RoleSpec.local() },
                print: { String line -> printed << line },
        ] as TrainingProcess
        new TrainingScript(file, []).run(process)
        def operators = printed.join('\n').readLines().dropWhile { !it.contains('block 0') }.drop(1)*.trim()
        operators.findAll { !(it =~ / = (mul|mean|backward)\(/) }
    }
}
