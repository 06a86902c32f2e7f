package jfab.control.connection.jsch.channels;

import jfab.control.connection.command.OutputListener;
import org.jspecify.annotations.Nullable;

/** What the session's reader tells the thread that waits for a command. */
sealed interface Event {
    /** Output that arrived. */
    @SuppressWarnings("ArrayRecordComponent") // Made once, read once, never compared.
    record Chunk(OutputListener.Stream stream, byte[] bytes) implements Event {}

    /** The channel is closed; there will be nothing more. {@code failure} is null for an orderly end. */
    record Ended(@Nullable Exception failure) implements Event {}
}
