/** What is said of files on their way to a host or from it. */
@NullMarked
package jfab.control.connection.files;

import org.jspecify.annotations.NullMarked;
