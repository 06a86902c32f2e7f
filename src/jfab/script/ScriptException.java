package jfab.script;

import groovy.lang.GroovyRuntimeException;
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

    /** Whether Groovy refuses the script for what it is: it is no Groovy, or uses a word that there is not, or with other arguments. */
    public boolean isMistake() {
        return getCause() instanceof GroovyRuntimeException;
    }

    public Location location() {
        return location;
    }
}
