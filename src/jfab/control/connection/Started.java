package jfab.control.connection;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jfab.control.connection.command.Command;
import jfab.control.connection.command.CommandException;

/** The commands that a connection has started and does not wait for; closing it ends those that nobody has joined. */
final class Started implements AutoCloseable {
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

    @Override
    public void close() {
        List<Promise> running = promises.stream().filter(each -> !each.done()).toList();
        // All at once: each takes its time to end.
        running.forEach(Promise::stop);
        for (Promise promise : promises) {
            if (running.contains(promise)) {
                promise.await();
            }
            tell(promise, running.contains(promise));
        }
        promises.clear();
    }

    private void tell(Promise promise, boolean ran) {
        Throwable failure = promise.failure();
        if (promise.joined()) {
            return;
        }
        if (failure instanceof CommandException problem && problem.reason() == CommandException.Reason.INTERRUPTED) {
            String stop = problem.result().exitStatus() < 0 ? "could not be stopped; it may still run" : "was stopped";
            transport.notice(promise.command().described() + " still ran when its task ended, and " + stop
                    + "; join() waits for a started command");
        } else if (failure != null) {
            transport.notice("nobody joined a command that was started: "
                    + String.valueOf(failure.getMessage()).replaceFirst("^\\Q" + transport.host() + "\\E: ", ""));
        } else if (ran) {
            transport.notice(promise.command().described() + " ended together with its task; nobody joined it");
        }
    }
}
