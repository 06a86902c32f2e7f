/** The process of one trainer, parameter server or local training: script, checkpoints, log, the way it ends. */
@NullMarked
package jfab.training.train;

import org.jspecify.annotations.NullMarked;
