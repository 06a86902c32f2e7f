/** Which hosts there are: roles, what is known of single hosts, and where hosts come from. */
@NullMarked
package jfab.control.hosts;

import org.jspecify.annotations.NullMarked;
