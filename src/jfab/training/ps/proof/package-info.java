/** How the processes of a job prove to each other that they know its secret, before anything else is said on a connection. */
@NullMarked
package jfab.training.ps.proof;

import org.jspecify.annotations.NullMarked;
