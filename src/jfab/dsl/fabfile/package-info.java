/** The words of {@code fabfile.groovy} and of the files in {@code tasks/}, read into a {@link jfab.dsl.fabfile.Fabfile}. */
@NullMarked
package jfab.dsl.fabfile;

import org.jspecify.annotations.NullMarked;
