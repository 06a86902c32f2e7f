package jfab.control.connection.jsch.channels;

import com.jcraft.jsch.JSchException;

/** The host has no further channel for a connection that it has accepted. */
final class NoFurtherSessionException extends JSchException {
    private static final long serialVersionUID = 1;

    NoFurtherSessionException(JSchException refused) {
        super("its sshd opens no further session on this connection; does its MaxSessions allow more?", refused);
    }
}
