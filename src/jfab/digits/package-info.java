/** A generator of digits to learn, for the demo, the examples and tests; no libtorch. */
@NullMarked
package jfab.digits;

import org.jspecify.annotations.NullMarked;
