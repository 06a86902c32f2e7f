/** Connections over JSch, and OpenSSH's files as they steer them. The only importer of com.jcraft.jsch. */
@NullMarked
package jfab.control.connection.jsch;

import org.jspecify.annotations.NullMarked;
