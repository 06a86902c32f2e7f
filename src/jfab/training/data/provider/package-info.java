/** Samples from lists of files and a function that reads one of them: data providers, as PaddlePaddle's first version has them. */
@NullMarked
package jfab.training.data.provider;

import org.jspecify.annotations.NullMarked;
