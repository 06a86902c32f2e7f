package jfab.control.connection;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;

/** The commands that a connection has started and does not wait for; its end is that of those that nobody has joined. */
final class Started {
    private final Transport transport;
    private final List<Promise> promises = new CopyOnWriteArrayList<>();

    Started(Transport transport) {
        this.transport = transport;
    }

    Promise start(Command command) {
        transport.check();
        Promise promise = Promise.of(transport, command);
        promises.removeIf(each -> each.joined() && each.done());
        promises.add(promise);
        return promise;
    }

    /** Ends what still runs; {@code ended} says what of it has ended: its task, or its connection. */
    void end(String ended) {
        List<Promise> running = promises.stream().filter(each -> !each.done()).toList();
        // All at once: each takes its time to end.
        running.forEach(Promise::stop);
        for (Promise promise : promises) {
            if (running.contains(promise)) {
                promise.await();
            }
            tell(promise, running.contains(promise), ended);
        }
        promises.clear();
    }

    private void tell(Promise promise, boolean ran, String ended) {
        Throwable failure = promise.failure();
        if (promise.joined()) {
            return;
        }
        if (failure instanceof CommandException problem && problem.reason() == CommandException.Reason.INTERRUPTED) {
            String stop = problem.result().exitStatus() < 0 ? "could not be stopped; it may still run" : "was stopped";
            transport.notice(promise.command().described() + " still ran when its " + ended + ", and " + stop
                    + "; join() waits for a started command");
        } else if (failure != null) {
            transport.notice("nobody joined a command that was started: "
                    + String.valueOf(failure.getMessage()).replaceFirst("^\\Q" + transport.host() + "\\E: ", ""));
        } else if (ran) {
            transport.notice(promise.command().described() + " ended when its " + ended + "; nobody joined it");
        }
    }
}
