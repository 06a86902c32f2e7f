/** What both kinds of script share: reading a Groovy file, delegating its closures, answering a wrong word. */
@NullMarked
package jfab.script;

import org.jspecify.annotations.NullMarked;
