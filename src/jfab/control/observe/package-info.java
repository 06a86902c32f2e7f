/** What a running job's hosts tell of it: states, load, steps and events, collected into pictures. */
@NullMarked
package jfab.control.observe;

import org.jspecify.annotations.NullMarked;
