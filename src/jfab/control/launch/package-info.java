/** The life of a training job on its hosts: start, watch, follow, kill, fetch. */
@NullMarked
package jfab.control.launch;

import org.jspecify.annotations.NullMarked;
