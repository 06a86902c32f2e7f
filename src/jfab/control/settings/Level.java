package jfab.control.settings;

/** Where a setting can be made; each level outdoes those before it. */
public enum Level {
    /** The user's file, for all fabfiles. */
    USER,
    /** The fabfile, for its tasks. */
    FABFILE,
    /** The fabfile's profiles that are chosen. */
    PROFILE,
    /** Environment variables. */
    ENVIRONMENT,
    COMMAND_LINE
}
