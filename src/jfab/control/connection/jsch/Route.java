package jfab.control.connection.jsch;

/** The way to a host. */
sealed interface Route {
    /** Over TCP. */
    record Direct() implements Route {}

    /** Over a channel of the host {@code hop}, which many hosts share. */
    record Jump(LoginTarget hop) implements Route {}

    /** Over the input and output of a command of this machine. */
    record Command(String line) implements Route {}
}
