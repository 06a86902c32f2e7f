/** Hosts of a Slurm allocation that this program runs in, reached by srun instead of SSH. The only package that knows srun. */
@NullMarked
package jfab.control.connection.slurm;

import org.jspecify.annotations.NullMarked;
