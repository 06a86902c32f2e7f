/** Connections to hosts, what runs and is copied over them, and groups of hosts worked on in parallel. */
@NullMarked
package jfab.control.connection;

import org.jspecify.annotations.NullMarked;
