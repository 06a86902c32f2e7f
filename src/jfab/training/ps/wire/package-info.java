/** What trainers and parameter servers say to each other, and how it lies in messages and on data connections. */
@NullMarked
package jfab.training.ps.wire;

import org.jspecify.annotations.NullMarked;
