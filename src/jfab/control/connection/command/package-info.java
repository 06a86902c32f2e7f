/** A command: what is run, as whom, with which input, in which surroundings, and what came of it. */
@NullMarked
package jfab.control.connection.command;

import org.jspecify.annotations.NullMarked;
