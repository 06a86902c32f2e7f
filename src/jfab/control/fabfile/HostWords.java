package jfab.control.fabfile;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jfab.control.connection.Group;
import jfab.control.connection.command.Result;
import jfab.control.hosts.HostSource;

/**
 * The words of the fabfile about hosts.
 *
 * <p>Wherever they take a host, they take an expression of {@link jfab.control.connection.host.HostSet}: {@code 'gpu[01-16]'},
 * {@code 'root@node[1-9/2]:2222'}, {@code '@gpu!gpu03'}, {@code '^hosts.txt'} for a file beside the fabfile; or a source
 * such as {@code fromCommand(...)}.
 */
public interface HostWords {
    /** Adds hosts that tasks run on, as in {@code hosts 'root@gpu[01-16]', 'login'}; {@code -H} and {@code -R} replace them all. */
    default void hosts(Object... hosts) {
        hosts(Arrays.asList(hosts));
    }

    /** Adds hosts that tasks run on, as in {@code hosts(['a', 'b'])}; {@code -H} and {@code -R} replace them all. */
    void hosts(List<?> hosts);

    /** Adds hosts to a role, as in {@code role 'gpu', 'paddle@gpu[01-16]'}; {@code @gpu} and {@code -R gpu} name them. */
    void role(String name, Object... hosts);

    /** Adds hosts to several roles, as in {@code roles gpu: 'gpu[01-16]', web: ['web1', 'web2']}. */
    default void roles(Map<String, ?> hosts) {
        hosts.forEach((name, each) -> role(name, TaskRole.list(each).toArray()));
    }

    /**
     * Says what is known of hosts wherever they are named, as in
     * {@code host 'gpu[01-02]', user: 'paddle', port: 2222, identity: 'keys/gpu', rack: 'a'}. It adds them to nothing.
     *
     * <p>{@code user} and {@code port} count where the name says none, {@code identity} is a private key beside the fabfile
     * that is tried first, {@code password} is for log-in and {@code sudoPassword} for sudo, both as secrets:
     * {@code password: secret(env: 'GPU_PW')}. Everything else can be read by tasks: {@code c.facts.rack}; but jump hosts and what else
     * the ssh_config says are refused here, under the names that Fabric has for them.
     */
    void host(Map<String, ?> facts, String hosts);

    /**
     * The hosts that a program on this machine prints, as in {@code hosts fromCommand(['terraform', 'output', '-json',
     * 'ips'])}: words, ranges included, or a JSON array of texts. It runs in the fabfile's folder when the hosts are needed,
     * once; when it fails or takes more than 30 s, nothing runs.
     */
    default HostSource fromCommand(List<?> argv) {
        return fromCommand(Map.of(), argv);
    }

    /** The hosts that a program prints, as in {@code fromCommand(['slow'], timeout: 120)} with a limit in seconds, or as in {@code '2m'}. */
    HostSource fromCommand(Map<String, ?> options, List<?> argv);

    /**
     * In the body of a task: hosts to work on together, wherever the task runs, as in {@code group('@gpu').run('uptime')}.
     * They are reached over connections of their own.
     */
    Group group(Object... hosts);

    /**
     * Runs a command on this machine for the task that this is called in, as {@code c.local} does; also in a function of the fabfile's own,
     * {@code def version() { local('git describe', hide: true).stdout.trim() }}.
     */
    default Result local(String line) {
        return local(Map.of(), line);
    }

    /** The same, with the options of {@code c.local}. */
    Result local(Map<String, ?> options, String line);

    /** The hosts of the user's ssh_config whose names match, as in {@code hosts fromSshConfig('gpu*')}. */
    default HostSource fromSshConfig(String pattern) {
        return new HostSource.Configured(pattern);
    }
}
