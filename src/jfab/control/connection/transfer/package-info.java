/** How files are carried over a line to a host, whoever made the line: as one archive, or file by file. */
@NullMarked
package jfab.control.connection.transfer;

import org.jspecify.annotations.NullMarked;
