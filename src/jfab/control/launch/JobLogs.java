package jfab.control.launch;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import jfab.role.Role;

/** What the processes of a job have written and write, with who wrote it before each line. */
public final class JobLogs {
    private final JobSearch.Found found;
    private final Map<String, Standing> chosen = new LinkedHashMap<>();
    private final Map<String, Deque<String>> kept = new ConcurrentHashMap<>();

    /** The logs of those processes that have this role and this rank; of all where they are empty. */
    public JobLogs(JobSearch.Found found, Optional<Role> role, Optional<Integer> rank) {
        this.found = found;
        found.survey().standings().stream()
                .filter(standing -> role.isEmpty() || standing.worker().role() == role.get())
                .filter(standing -> rank.isEmpty() || standing.worker().rank() == rank.get())
                .forEach(standing -> chosen.put(standing.worker().name(), standing));
        if (chosen.isEmpty()) {
            throw new LaunchException(found.job().id() + " has no "
                    + role.map(Role::word).orElse("process")
                    + rank.map(number -> " " + number).orElse("")
                    + " that was started; jfab status shows those that it has");
        }
    }

    /** Shows the last lines of each log, one process after the other. */
    public void last(int lines, LineRule rule) throws InterruptedException {
        chosen.keySet().forEach(name -> kept.put(name, new ArrayDeque<>()));
        GroupResult<Host> read = onHosts(lines, rule, false, (name, line) -> {
            Deque<String> own = kept.get(name);
            if (own != null) {
                own.addLast(line);
                if (own.size() > lines) {
                    own.removeFirst();
                }
            }
        });
        chosen.keySet()
                .forEach(name -> kept.getOrDefault(name, new ArrayDeque<>()).forEach(line -> say(name, line)));
        read.throwFailed();
    }

    /** Shows the last lines of each log, or all that the rule lets through, and then what comes, until all have ended. */
    public void follow(int lines, LineRule rule) throws InterruptedException {
        onHosts(lines, rule, true, this::say).throwFailed();
    }

    private interface Shown {
        void line(String name, String line);
    }

    private GroupResult<Host> onHosts(int lines, LineRule rule, boolean follow, Shown shown)
            throws InterruptedException {
        Map<Host, List<String>> names = new LinkedHashMap<>();
        Map<String, LineRule.Lines> rules = new LinkedHashMap<>();
        chosen.forEach((name, standing) -> {
            names.computeIfAbsent(standing.worker().host(), host -> new ArrayList<>())
                    .add(name);
            rules.put(name, rule.lines(begun(name)));
        });
        LogFlow.Listener listener = new LogFlow.Listener() {
            @Override
            public void line(String name, String line) {
                LineRule.Lines own = rules.get(name);
                if (own != null && own.shows(line)) {
                    shown.line(name, line);
                }
            }

            @Override
            public void ended(Worker worker) {
                if (follow && worker.state().failed()) {
                    found.job().listener().notice(worker + " " + worker.state());
                }
            }
        };
        return new LogFlow(found.job(), follow, listener).read(names, rule.isAll() ? "-" + lines : "0");
    }

    private Instant begun(String name) {
        Standing standing = chosen.get(name);
        return standing == null || standing.events().isEmpty()
                ? Instant.EPOCH
                : standing.events().getFirst().time();
    }

    private synchronized void say(String name, String line) {
        Standing standing = chosen.get(name);
        if (standing != null) {
            found.job().listener().said(member(standing.worker()), line);
        }
    }

    /** A job of an older jfab has no description. */
    private Member member(Worker worker) {
        return found.job()
                .description()
                .member(worker.name())
                .orElseGet(() -> new Member(
                        worker.role(), worker.rank(), worker.host(), "", List.of(), "", List.of(), Map.of(), 0));
    }
}
