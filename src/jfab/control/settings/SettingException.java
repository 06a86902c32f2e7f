package jfab.control.settings;

import jfab.JfabException;

/** A setting that does not exist or has a wrong value; the message names it and where it was made. */
public final class SettingException extends JfabException {
    public SettingException(String message) {
        super(message);
    }
}
