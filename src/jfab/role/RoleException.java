package jfab.role;

import jfab.JfabException;

/** A role description that contradicts itself or lacks a part; the message names the argument or variable. */
public final class RoleException extends JfabException {
    public RoleException(String message) {
        super(message);
    }
}
