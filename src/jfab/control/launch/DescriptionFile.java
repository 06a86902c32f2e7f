package jfab.control.launch;

import groovy.json.JsonException;
import groovy.json.JsonOutput;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import jfab.Json;
import jfab.PlainText;
import jfab.control.connection.command.Secret;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/** A {@link Description} as the text of {@code description.json}, which tells no secret: no later command needs one. */
public final class DescriptionFile {
    /** Grows when older builds would misread what newer ones write; what only adds to it leaves it. */
    private static final int FORMAT = 1;

    /** In seconds; what fabfiles can ask for. */
    private static final int LONGEST_GRACE = 3_600;

    /**
     * Characters, of which a job of 1,000 hosts with 8 processes each has a fifth, and which take some 400 MB of memory where they
     * are nothing but brackets.
     */
    static final int LONGEST = 1 << 24;

    private DescriptionFile() {}

    public static String write(Description job) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("id", job.id().toString());
        json.put("hosts", job.hosts().stream().map(Host::toString).toList());
        json.put("rootDir", job.rootDir());
        json.put("workspace", job.workspace());
        json.put("grace", job.grace().toSeconds());
        json.put("timeLimit", job.timeLimit().toSeconds());
        // Of a thousand hosts each has the addresses of all, which are looked through for secrets once.
        Map<String, String> known = new HashMap<>();
        UnaryOperator<String> mask = text -> known.computeIfAbsent(text, Secret::masked);
        json.put("settings", masked(job.settings(), mask));
        List<Member> members =
                job.members().stream().map(member -> masked(member, mask)).toList();
        CommonParts common = CommonParts.of(members);
        Map<String, Object> environment = new TreeMap<>();
        common.environment().forEach((role, variables) -> environment.put(role.word(), variables));
        json.put("environment", environment);
        json.put("words", common.words());
        json.put("members", members.stream().map(member -> json(member, common)).toList());
        return JsonOutput.toJson(json) + "\n";
    }

    private static Member masked(Member member, UnaryOperator<String> mask) {
        return new Member(
                member.role(),
                member.rank(),
                member.host(),
                member.address(),
                member.ports(),
                member.log(),
                member.argv().stream().map(mask).toList(),
                masked(member.environment(), mask),
                member.restarts());
    }

    private static SortedMap<String, String> masked(Map<String, String> values, UnaryOperator<String> mask) {
        SortedMap<String, String> masked = new TreeMap<>(values);
        masked.replaceAll((_, value) -> mask.apply(value));
        return masked;
    }

    private static Map<String, Object> json(Member member, CommonParts common) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("role", member.role().word());
        json.put("rank", member.rank());
        json.put("host", member.host().toString());
        json.put("address", member.address());
        json.put("ports", member.ports());
        json.put("log", member.log());
        json.put("argv", common.numbered(member.argv()));
        json.put("environment", common.own(member));
        json.put("restarts", member.restarts());
        return json;
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws LaunchException naming {@code where} when it is something else
     */
    static Description read(String text, String where) {
        if (text.length() > LONGEST) {
            throw new LaunchException(
                    where + ": description.json has more than " + (LONGEST >> 20) + " MB, which no job has");
        }
        try {
            if (Json.parse(text) instanceof Map<?, ?> json) {
                // Jobs of the first builds have none.
                if (json.get("format") instanceof Number format && format.intValue() > FORMAT) {
                    throw new LaunchException(
                            where + ": the job was started by a newer jfab, whose description.json has format " + format
                                    + "; this one reads those up to " + FORMAT + ", so update it");
                }
                return description(json);
            }
            throw new JsonException("it describes nothing");
        } catch (JsonException | ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw new LaunchException(
                    where + ": description.json cannot be read: " + PlainText.line(String.valueOf(e.getMessage())));
        }
    }

    /** The SHA-256 of such a text, as {@code sha256sum} prints it. */
    static String digest(String text) {
        return DigestUtils.sha256Hex(text);
    }

    private static Description description(Map<?, ?> json) {
        CommonParts common = common(json);
        return new Description(
                JobId.parse(text(json, "id")),
                texts(json, "hosts").stream().map(Host::parse).toList(),
                list(json, "members").stream()
                        .map(member -> member((Map<?, ?>) member, common))
                        .toList(),
                text(json, "rootDir"),
                text(json, "workspace"),
                // A host tells what it likes, and whoever ends the job waits that long for it.
                Duration.ofSeconds(Math.clamp(number(json, "grace"), 0, LONGEST_GRACE)),
                Duration.ofSeconds(number(json, "timeLimit")),
                pairs(json, "settings"));
    }

    private static CommonParts common(Map<?, ?> json) {
        Map<?, ?> roles = (Map<?, ?>) value(json, "environment");
        Map<Role, SortedMap<String, String>> environment = new EnumMap<>(Role.class);
        roles.forEach((word, variables) -> environment.put(role((String) word), pairs(roles, (String) word)));
        return new CommonParts(environment, texts(json, "words"));
    }

    private static Role role(String word) {
        return word.equals(Role.PSERVER.word()) ? Role.PSERVER : Role.TRAINER;
    }

    private static Member member(Map<?, ?> json, CommonParts common) {
        Role role = role(text(json, "role"));
        int rank = number(json, "rank");
        if (rank < 0) {
            throw new IllegalArgumentException("rank is " + rank);
        }
        return new Member(
                role,
                rank,
                Host.parse(text(json, "host")),
                text(json, "address"),
                list(json, "ports").stream()
                        .map(port -> ((Number) port).intValue())
                        .toList(),
                text(json, "log"),
                common.spelled(list(json, "argv")),
                common.whole(role, pairs(json, "environment")),
                number(json, "restarts"));
    }

    private static Object value(Map<?, ?> json, String key) {
        @Nullable Object value = json.get(key);
        return Objects.requireNonNull(value, key + " is missing");
    }

    private static <T> T value(Map<?, ?> json, String key, Class<T> kind) {
        Object value = value(json, key);
        if (!kind.isInstance(value)) {
            throw new IllegalArgumentException(key + " is " + value);
        }
        return kind.cast(value);
    }

    private static String text(Map<?, ?> json, String key) {
        return value(json, key, String.class);
    }

    private static int number(Map<?, ?> json, String key) {
        return value(json, key, Number.class).intValue();
    }

    private static List<?> list(Map<?, ?> json, String key) {
        return value(json, key, List.class);
    }

    private static List<String> texts(Map<?, ?> json, String key) {
        return list(json, key).stream().map(String.class::cast).toList();
    }

    private static SortedMap<String, String> pairs(Map<?, ?> json, String key) {
        SortedMap<String, String> pairs = new TreeMap<>();
        ((Map<?, ?>) value(json, key)).forEach((name, value) -> pairs.put((String) name, (String) value));
        return pairs;
    }
}
