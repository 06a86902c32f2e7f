/** A process that an earlier command has left behind and that runs the next one: Java has started, and its code is compiled. */
@NullMarked
package jfab.control.warm;

import org.jspecify.annotations.NullMarked;
