package jfab.training.words.v1;

import java.util.Map;

/**
 * The rule of a configuration in Fluid's words.
 *
 * @param word of the optimizer
 * @param constants besides the learning rate
 * @param summed whether its steps grow with the gradients, so that the sum of gradients differs from their mean
 */
public record LearningMethod(String word, Map<String, Object> constants, boolean summed) {
    public LearningMethod {
        constants = Map.copyOf(constants);
    }
}
