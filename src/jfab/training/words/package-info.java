/** The words of a training script: they record a program, and run it. */
@NullMarked
package jfab.training.words;

import org.jspecify.annotations.NullMarked;
