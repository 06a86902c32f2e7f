/** Training by a configuration and flags, as PaddlePaddle's first version had it. */
@NullMarked
package jfab.training.train.v1;

import org.jspecify.annotations.NullMarked;
