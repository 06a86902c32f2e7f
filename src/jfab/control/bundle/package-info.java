/** Archives: the training engine's bundle and the workspace, written and sent as streams. */
@NullMarked
package jfab.control.bundle;

import org.jspecify.annotations.NullMarked;
