/** What the build runs once, so that Java can record which classes jfab loads; users never run it. */
@NullMarked
package jfab.control.rehearsal;

import org.jspecify.annotations.NullMarked;
