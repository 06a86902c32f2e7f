/** What runs over a session that is logged in: commands, terminals, files, forwarded ports and the way through a jump host. */
@NullMarked
package jfab.control.connection.jsch.channels;

import org.jspecify.annotations.NullMarked;
