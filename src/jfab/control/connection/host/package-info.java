/** Hosts: their names and addresses, expressions that stand for many, and what became of each. */
@NullMarked
package jfab.control.connection.host;

import org.jspecify.annotations.NullMarked;
