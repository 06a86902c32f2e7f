/** Trainers that add up their gradients: how they meet, over c10d's Gloo, and what goes around among them. */
@NullMarked
package jfab.training.engine.torch.group;

import org.jspecify.annotations.NullMarked;
