/** Tensors on disk: files that others read as well, and checkpoints that training goes on from. */
@NullMarked
package jfab.training.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
