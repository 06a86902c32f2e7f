/** Words of PaddlePaddle's first version, told in those of Fluid. */
@NullMarked
package jfab.training.words.v1;

import org.jspecify.annotations.NullMarked;
