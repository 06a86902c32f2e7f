/** What a training process is in its job; the only types that the control half and the training half share besides {@code jfab.script}. */
@NullMarked
package jfab.role;

import org.jspecify.annotations.NullMarked;
