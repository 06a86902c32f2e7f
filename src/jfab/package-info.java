/** The entry point, and the exception type that every part of jfab throws to its user. */
@NullMarked
package jfab;

import org.jspecify.annotations.NullMarked;
