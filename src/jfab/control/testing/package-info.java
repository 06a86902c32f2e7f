/** Runs fabfiles without SSH, for the tests of those who write them. */
@NullMarked
package jfab.control.testing;

import org.jspecify.annotations.NullMarked;
