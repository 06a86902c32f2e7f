package jfab.script;

import jfab.JfabException;

/** A script that cannot be read or that failed while it was evaluated; the message begins with the location. */
public final class ScriptException extends JfabException {
    private final transient Location location;

    public ScriptException(Location location, String problem) {
        super(location + ": " + problem);
        this.location = location;
    }

    public ScriptException(Location location, String problem, Throwable cause) {
        super(location + ": " + problem, cause);
        this.location = location;
    }

    public Location location() {
        return location;
    }
}
