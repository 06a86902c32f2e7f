/** Tasks and the plan of calls that runs them on hosts. */
@NullMarked
package jfab.control.task;

import org.jspecify.annotations.NullMarked;
