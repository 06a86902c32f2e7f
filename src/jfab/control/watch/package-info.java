/** The screen that shows how a job is doing; the only user of JLine besides the command line. */
@NullMarked
package jfab.control.watch;

import org.jspecify.annotations.NullMarked;
