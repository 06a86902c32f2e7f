/** What sessions compute by: native code where there is some, and the classes that JSch asks for what that knows by other names. */
@NullMarked
package jfab.control.connection.jsch.cryptography;

import org.jspecify.annotations.NullMarked;
