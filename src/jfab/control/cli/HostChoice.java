package jfab.control.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.HostSet;
import jfab.control.fabfile.Fabfile;
import jfab.control.hosts.Inventory;
import jfab.control.task.Task;

/**
 * Where tasks run: on the hosts of {@code --rerun}, or those of {@code -H} and {@code -R}, else on their own, else on the fabfile's; never on those of
 * {@code -x}.
 */
record HostChoice(CoreOptions core, Optional<Fabfile> fabfile) {
    /**
     * The hosts of {@code task}, each once.
     *
     * @throws UsageException when there are none; nothing is ever run here instead
     */
    List<Host> of(Task task) {
        if (task.local()) {
            return List.of(Host.HERE);
        }
        HostSet chosen = new HostSet(chosen(task));
        if (chosen.hosts().isEmpty() && task.hostless() && !core.namesHosts() && !core.rerun()) {
            return List.of(Host.NOWHERE);
        }
        if (chosen.hosts().isEmpty()) {
            throw new UsageException("no hosts: name them with -H host,host"
                    + fabfile.map(HostChoice::inFabfile).orElse(""));
        }
        HostSet left = chosen;
        for (String pattern : core.exclude()) {
            left = left.minus(new HostSet(read(CoreFlag.EXCLUDE, pattern)));
        }
        if (left.hosts().isEmpty()) {
            throw new UsageException("no hosts: --exclude leaves none of " + chosen);
        }
        return left.hosts();
    }

    private static String inFabfile(Fabfile fabfile) {
        return " or with the word hosts in " + fabfile.file()
                + (fabfile.hostsVariable()
                        ? "; hosts = ... only sets a variable, write hosts 'a', 'b' without ="
                        : "; a task of this machine alone has local: true")
                + (fabfile.namesJobHosts() ? "; those of its cluster block are for jobs alone" : "");
    }

    private List<Host> chosen(Task task) {
        if (core.rerun()) {
            return LastFailures.of(core, fabfile).hosts().stream()
                    .flatMap(host -> inventory().of(host).stream())
                    .toList();
        }
        if (!core.namesHosts()) {
            return task.hosts().isEmpty()
                    ? inventory().of(inventory().hosts())
                    : inventory().of(task.hosts());
        }
        List<Host> hosts = new ArrayList<>();
        core.hosts().forEach(expression -> hosts.addAll(read(CoreFlag.HOSTS, expression)));
        core.roles().forEach(role -> hosts.addAll(read(CoreFlag.ROLES, role)));
        return hosts;
    }

    private List<Host> read(CoreFlag flag, String expression) {
        try {
            return inventory().of(expression);
        } catch (ConnectionException e) {
            throw new UsageException(flag.flag() + ": " + e.getMessage());
        }
    }

    private Inventory inventory() {
        return fabfile.map(Fabfile::inventory).orElseGet(Inventory::empty);
    }
}
