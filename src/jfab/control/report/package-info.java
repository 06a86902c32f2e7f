/** A job as a page to read and as pictures: drawings first, then what they are written as. */
@NullMarked
package jfab.control.report;

import org.jspecify.annotations.NullMarked;
