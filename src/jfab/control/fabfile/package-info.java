/** The words of {@code fabfile.groovy} and of the files in {@code tasks/}, read into a {@link jfab.control.fabfile.Fabfile}. */
@NullMarked
package jfab.control.fabfile;

import org.jspecify.annotations.NullMarked;
