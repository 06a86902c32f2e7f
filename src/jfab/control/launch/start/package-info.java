/** The way of a job onto its hosts: who runs where, what is sent there, and the start of its processes. */
@NullMarked
package jfab.control.launch.start;

import org.jspecify.annotations.NullMarked;
