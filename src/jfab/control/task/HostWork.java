package jfab.control.task;

import java.util.List;
import java.util.function.Function;
import jfab.control.connection.Connection;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;

/** Runs bodies on hosts and tells how each host fared; what happens there is never thrown. */
record HostWork(ConnectionPool pool, TaskRun bodies, StopRequest stop) {
    /** Runs {@code call} on one host, as part of {@code turn}. */
    HostOutcome onOne(Call call, Host host, HostBatch turn) {
        Stopwatch watch = new Stopwatch();
        ConnectionPool.OfTask task = pool.untilStopped(() -> stop.asked() || turn.isHalted());
        try (task) {
            Connection connection = turn.open(task, host);
            try {
                Object value = bodies.run(call.task(), call.arguments(), new Target.One(connection));
                // A body may have taken no notice.
                return stop.asked() || task.told()
                        ? turn.interrupted(host, watch.time())
                        : new HostOutcome.Succeeded(host, watch.time(), value);
            } finally {
                task.leave(connection);
            }
        } catch (InterruptedException e) {
            return turn.interrupted(host, watch.time());
        } catch (RuntimeException | Error e) {
            return stoppedBy(e, stop.asked() || turn.isHalted(), task)
                    ? turn.interrupted(host, watch.time())
                    : new HostOutcome.Failed(host, watch.time(), e);
        }
    }

    /** Runs {@code call} once for all of {@code hosts}. */
    List<HostOutcome> onAll(Call call, List<Host> hosts) {
        Stopwatch watch = new Stopwatch();
        Function<Host, HostOutcome> outcome;
        ConnectionPool.OfTask task = pool.untilStopped(stop::asked);
        try (task) {
            Group group = bodies.group(hosts);
            Object value = bodies.run(call.task(), call.arguments(), new Target.All(group));
            // A body may have taken no notice.
            outcome = stop.asked()
                    ? host -> new HostOutcome.Stopped(host, watch.time())
                    : host -> new HostOutcome.Succeeded(host, watch.time(), value, true);
        } catch (InterruptedException e) {
            stop.ask();
            outcome = host -> new HostOutcome.Stopped(host, watch.time());
        } catch (RuntimeException | Error e) {
            outcome = stoppedBy(e, stop.asked(), task)
                    ? host -> new HostOutcome.Stopped(host, watch.time())
                    : GroupFailure.of(e, watch.time())::outcome;
        }
        return hosts.stream().map(outcome).toList();
    }

    /** What fails in {@code finally}, once the body has been told to end, is a failure of its own. */
    private static boolean stoppedBy(Throwable failure, boolean asked, ConnectionPool.OfTask task) {
        return asked && (failure instanceof StoppedError || !task.told());
    }
}
