/** The tasks of a fabfile with a {@code cluster} block: what is done with jobs from the command line. */
@NullMarked
package jfab.control.fabfile.jobs;

import org.jspecify.annotations.NullMarked;
