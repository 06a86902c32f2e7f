package jfab.control.launch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jfab.control.connection.GroupResult;
import jfab.control.connection.host.Host;
import jfab.role.Role;

/** What the processes of a job have written and write, with who wrote it before each line. */
public final class JobLogs {
    /** So many lines of a program that writes times have one among them. */
    private static final int MANY = 100;

    private final JobSearch.Found found;
    private final Optional<Role> role;
    private final Optional<Integer> rank;
    private final Map<String, Source> chosen = new LinkedHashMap<>();
    private final Map<String, Deque<String>> kept = new ConcurrentHashMap<>();
    private final Set<String> absent = ConcurrentHashMap.newKeySet();

    /**
     * A process whose log is shown.
     *
     * @param host where it is asked for, which may be called otherwise than when the job was started
     * @param begun its first lines are of that time or later
     */
    private record Source(Member member, Host host, Instant begun) {}

    /** The logs of those processes that have this role and this rank; of all where they are empty. */
    public JobLogs(JobSearch.Found found, Optional<Role> role, Optional<Integer> rank) {
        this.found = found;
        this.role = role;
        this.rank = rank;
        found.survey().statuses().stream()
                .map(JobLogs.this::source)
                .filter(source -> asked(source.member()))
                .forEach(source -> chosen.put(source.member().name(), source));
    }

    /** Shows the last lines of each log, one process after the other. */
    public void last(int lines, LineRule rule) throws InterruptedException {
        if (chosen.isEmpty()) {
            throw nobody();
        }
        chosen.keySet().forEach(name -> kept.put(name, new ArrayDeque<>()));
        GroupResult<Host> read = onHosts(lines, rule, false, Duration.ZERO, (name, line) -> {
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

    /**
     * Shows the last lines of each log, or all that the rule lets through, and then what comes, until all have ended; also of processes
     * that begin later. A job that is begun again when it has ended is followed no further.
     *
     * @param late how long these may take for that
     */
    public void follow(int lines, LineRule rule, Duration late) throws InterruptedException {
        if (!longOver(late)) {
            addThoseToCome();
        }
        if (chosen.isEmpty()) {
            throw nobody();
        }
        GroupResult<Host> read = onHosts(lines, rule, true, late, this::say);
        read.throwFailed();
        if (absent.containsAll(chosen.keySet())) {
            throw nobody();
        }
    }

    /** Whether nothing of the job runs, and nothing has happened to it for that long: then nothing more will begin. */
    private boolean longOver(Duration late) {
        Survey survey = found.survey();
        return !survey.statuses().isEmpty()
                && !survey.runs()
                && survey.since()
                        .filter(last -> last.isBefore(Instant.now().minus(late)))
                        .isPresent();
    }

    private void addThoseToCome() {
        List<Host> unreached = found.unreached();
        found.job().description().members().stream()
                .filter(this::asked)
                .filter(member ->
                        found.job().hosts().hosts().contains(member.host()) && !unreached.contains(member.host()))
                .forEach(member -> chosen.putIfAbsent(member.name(), new Source(member, member.host(), Instant.now())));
    }

    private boolean asked(Member member) {
        return role.filter(asked -> asked != member.role()).isEmpty()
                && rank.filter(asked -> asked != member.rank()).isEmpty();
    }

    private LaunchException nobody() {
        return new LaunchException(found.job().id() + " has no "
                + role.map(Role::word).orElse("process")
                + rank.map(number -> " " + number).orElse("")
                + " that was started; jfab status shows those that it has");
    }

    private interface Shown {
        void line(String name, String line);
    }

    private GroupResult<Host> onHosts(int lines, LineRule rule, boolean follow, Duration late, Shown shown)
            throws InterruptedException {
        Map<Host, List<String>> names = new LinkedHashMap<>();
        Map<String, LineRule.Lines> rules = new LinkedHashMap<>();
        chosen.forEach((name, source) -> {
            names.computeIfAbsent(source.host(), host -> new ArrayList<>()).add(name);
            rules.put(name, rule.lines(source.begun()));
        });
        LogFlow.Listener listener = new LogFlow.Listener() {
            @Override
            public void line(String name, String line) {
                LineRule.Lines own = rules.get(name);
                if (own != null && own.shows(line)) {
                    shown.line(name, line);
                } else if (follow && own != null && own.withoutTime() == MANY) {
                    sayTimeless(name, own);
                }
            }

            @Override
            public void ended(Worker worker) {
                if (follow && worker.state().failed()) {
                    found.job().listener().notice(worker + " " + worker.state());
                }
            }

            @Override
            public void absent(String name) {
                absent.add(name);
            }
        };
        GroupResult<Host> read = new LogFlow(found.job(), follow, found.survey().run(), listener)
                .read(names, rule.isAll() ? "-" + lines : "0", late);
        if (!follow) {
            rules.forEach(this::sayTimeless);
        }
        return read;
    }

    private void sayTimeless(String name, LineRule.Lines lines) {
        if (lines.withoutTime() > 0) {
            found.job()
                    .listener()
                    .notice(name + ": none of its first " + lines.withoutTime()
                            + " lines tells a time, so that --since shows none of them");
        }
    }

    private synchronized void say(String name, String line) {
        Source source = chosen.get(name);
        if (source != null) {
            found.job().listener().said(source.member(), line);
        }
    }

    /** A job of an older jfab has no description. */
    private Source source(ProcessStatus status) {
        Worker worker = status.worker();
        Member member = found.job()
                .description()
                .member(worker.name())
                .orElseGet(() -> new Member(
                        worker.role(), worker.rank(), worker.host(), "", List.of(), "", List.of(), Map.of(), 0));
        return new Source(
                member,
                worker.host(),
                status.events().isEmpty()
                        ? Instant.EPOCH
                        : status.events().getFirst().time());
    }
}
