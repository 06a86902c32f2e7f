/** The command line: its grammar, its help, and what the terminal shows while tasks run. */
@NullMarked
package jfab.control.cli;

import org.jspecify.annotations.NullMarked;
