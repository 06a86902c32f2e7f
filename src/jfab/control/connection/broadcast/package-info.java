/** Content that many hosts are to have, and that they pass on to each other. */
@NullMarked
package jfab.control.connection.broadcast;

import org.jspecify.annotations.NullMarked;
