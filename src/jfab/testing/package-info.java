/** Runs fabfiles without SSH, for the tests of those who write them. */
@NullMarked
package jfab.testing;

import org.jspecify.annotations.NullMarked;
