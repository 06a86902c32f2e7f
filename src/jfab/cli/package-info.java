/** The command line: its grammar, its help, and what the terminal shows while tasks run. */
@NullMarked
package jfab.cli;

import org.jspecify.annotations.NullMarked;
