/** This machine itself, for tasks that need no host. */
@NullMarked
package jfab.control.connection.here;

import org.jspecify.annotations.NullMarked;
