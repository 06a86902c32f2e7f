/** Settings by name, and the levels that they come from. */
@NullMarked
package jfab.control.settings;

import org.jspecify.annotations.NullMarked;
