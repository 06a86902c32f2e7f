/** Hosts, the commands and files that go to them, and groups of hosts worked on in parallel. */
@NullMarked
package jfab.control.connection;

import org.jspecify.annotations.NullMarked;
