/** Commands on this machine, and what any command prints: captured, cut into lines, shown. */
@NullMarked
package jfab.connection.local;

import org.jspecify.annotations.NullMarked;
