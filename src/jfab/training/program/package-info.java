/** Training programs as data: variables, operators and optimizers, after PaddlePaddle Fluid; nothing here computes. */
@NullMarked
package jfab.training.program;

import org.jspecify.annotations.NullMarked;
