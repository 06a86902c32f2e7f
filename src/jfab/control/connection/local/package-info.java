/** Commands on this machine, and what any command prints: captured, cut into lines, shown. */
@NullMarked
package jfab.control.connection.local;

import org.jspecify.annotations.NullMarked;
