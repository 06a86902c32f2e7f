/** ssh_config files: what they say about a host, read as ssh reads them. */
@NullMarked
package jfab.control.connection.config;

import org.jspecify.annotations.NullMarked;
