/** Tasks and the plan of calls that runs them on hosts. */
@NullMarked
package jfab.task;

import org.jspecify.annotations.NullMarked;
