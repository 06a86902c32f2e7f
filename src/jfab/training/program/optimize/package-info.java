/** How programs learn: update rules, learning rates, and the operators that they become; nothing here computes. */
@NullMarked
package jfab.training.program.optimize;

import org.jspecify.annotations.NullMarked;
