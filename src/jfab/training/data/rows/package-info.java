/** Rows of one's own: what a script has in lists, closures and streams, as readers, and what they feed. */
@NullMarked
package jfab.training.data.rows;

import org.jspecify.annotations.NullMarked;
