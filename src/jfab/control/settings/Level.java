package jfab.control.settings;

/** Where a setting can be made; each level outdoes those before it. */
public enum Level {
    /** The user's file, for all fabfiles. */
    USER,
    /** The fabfile, for its tasks. */
    FABFILE,
    /** Environment variables. */
    ENVIRONMENT,
    COMMAND_LINE
}
