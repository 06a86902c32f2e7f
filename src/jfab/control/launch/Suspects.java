package jfab.control.launch;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jfab.role.Role;

/** The processes of a job that a line of another one's log names as what it waited for or lost. */
record Suspects(List<Member> members) {
    private static final int MOST = 4;
    private static final Pattern TRAINERS = Pattern.compile("\\btrainers? (\\d+(?:, \\d+)*) of \\d+");
    private static final Pattern SERVERS = Pattern.compile("\\bparameter servers? (\\S+:\\d+(?:, \\S+:\\d+)*)");

    Suspects {
        members = List.copyOf(members);
    }

    /** Those of {@code job} that {@code line} of the log of {@code teller} names; itself is none of them. */
    static Suspects in(String line, Description job, Worker teller) {
        Set<String> ranks = named(TRAINERS, line);
        Set<String> endpoints = named(SERVERS, line);
        return new Suspects(job.members().stream()
                .filter(member -> !member.name().equals(teller.name()))
                .filter(member -> member.role() == Role.TRAINER
                        ? ranks.contains(Integer.toString(member.rank()))
                        : member.ports().stream().anyMatch(port -> endpoints.contains(member.address() + ":" + port)))
                .toList());
    }

    private static Set<String> named(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find() ? Set.copyOf(Arrays.asList(found.group(1).split(", "))) : Set.of();
    }

    /** Where to look: {@code ; look at trainer 1 on gpu02, log/train.log}; empty where nobody is named. */
    String hint() {
        if (members.isEmpty()) {
            return "";
        }
        int rest = members.size() - MOST;
        return members.stream()
                .limit(MOST)
                .map(member -> member + ", " + member.log())
                .collect(Collectors.joining("; ", "; look at ", rest > 0 ? "; and " + rest + " more" : ""));
    }
}
