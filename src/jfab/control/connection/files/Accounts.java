package jfab.control.connection.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The accounts and groups that two files of a machine list. Those of a directory service are not among them.
 *
 * @param users as {@code /etc/passwd}
 * @param groups as {@code /etc/group}
 */
record Accounts(Path users, Path groups) {
    static final Accounts LOCAL = new Accounts(Path.of("/etc/passwd"), Path.of("/etc/group"));

    /**
     * Why others than the accounts {@code trusted} may be in the group {@code gid}; empty where nobody else is. As Debian's ssh has it, a
     * group without members is some program's and not the user's.
     */
    Optional<String> othersIn(int gid, Set<Integer> trusted) throws IOException {
        String number = Integer.toUnsignedString(gid);
        List<String[]> named =
                entries(groups).filter(group -> group[2].equals(number)).toList();
        if (named.isEmpty()) {
            return Optional.of(groups + " does not know the group " + number);
        }
        List<String[]> accounts = entries(users).toList();
        Set<String> members = Stream.concat(
                        named.stream().flatMap(group -> Arrays.stream(group[3].split(",", -1))),
                        accounts.stream()
                                .filter(account -> account[3].equals(number))
                                .map(account -> account[0]))
                .filter(name -> !name.isBlank())
                .collect(Collectors.toCollection(TreeSet::new));
        String group = "the group " + named.getFirst()[0];
        if (members.isEmpty()) {
            return Optional.of(group + " has no member");
        }
        Set<String> own = trusted.stream().map(Integer::toUnsignedString).collect(Collectors.toSet());
        accounts.stream().filter(account -> own.contains(account[2])).forEach(account -> members.remove(account[0]));
        return members.stream().findFirst().map(other -> other + " is in " + group);
    }

    private static Stream<String[]> entries(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1)
                .lines()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length >= 4);
    }
}
