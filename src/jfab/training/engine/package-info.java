/** Running programs: executor, scope and tensors, without a word about the library that computes. */
@NullMarked
package jfab.training.engine;

import org.jspecify.annotations.NullMarked;
