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
        try (ConnectionPool.OfTask connector = pool.untilStopped(() -> stop.asked() || turn.isHalted())) {
            Connection connection = turn.open(connector, host);
            try {
                Object value = bodies.run(call.task(), call.arguments(), new Target.One(connection));
                // A body may have taken no notice.
                return stop.asked() || connector.told()
                        ? turn.interrupted(host, watch.time())
                        : new HostOutcome.Succeeded(host, watch.time(), value);
            } finally {
                connector.leave(connection);
            }
        } catch (InterruptedException e) {
            return turn.interrupted(host, watch.time());
        } catch (RuntimeException | Error e) {
            return stop.asked() || turn.isHalted()
                    ? turn.interrupted(host, watch.time())
                    : new HostOutcome.Failed(host, watch.time(), e);
        }
    }

    /** Runs {@code call} once for all of {@code hosts}. */
    List<HostOutcome> onAll(Call call, List<Host> hosts) {
        Stopwatch watch = new Stopwatch();
        Function<Host, HostOutcome> outcome;
        try (ConnectionPool.OfTask _ = pool.untilStopped(stop::asked)) {
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
            outcome = stop.asked()
                    ? host -> new HostOutcome.Stopped(host, watch.time())
                    : GroupFailure.of(e, watch.time())::outcome;
        }
        return hosts.stream().map(outcome).toList();
    }
}
