/** What the user sees of a run: live lines, folded outputs, JSON, the summary at the end, files of logs. */
@NullMarked
package jfab.control.cli.output;

import org.jspecify.annotations.NullMarked;
