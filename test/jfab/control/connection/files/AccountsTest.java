package jfab.control.connection.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose group a group is: by who is in it, whatever it is called. */
class AccountsTest {
    @TempDir
    private Path folder;

    private String othersIn(int gid, Set<Integer> trusted) throws Exception {
        Path users = Files.writeString(folder.resolve("passwd"), """
                root:x:0:0:root:/root:/bin/sh
                +@netgroup
                alice:x:1000:1000::/home/alice:/bin/sh
                bob:x:1001:1001::/home/bob:/bin/sh
                carol:x:1002:1003::/home/carol:/bin/sh
                """);
        Path groups = Files.writeString(folder.resolve("group"), """
                root:x:0:
                alice:x:1000:
                bob:x:1001:alice
                team:x:1003:alice
                own:x:1004:alice,root
                none:x:1005:
                twice:x:1006:alice
                again:x:1006:bob
                """);
        return new Accounts(users, groups)
                .othersIn(gid, trusted)
                .orElse("nobody")
                .replace(groups.toString(), "GROUPS");
    }

    @ParameterizedTest
    @CsvSource({
        "1000, nobody",
        "1001, bob is in the group bob",
        "1003, carol is in the group team",
        "1004, nobody",
        "1005, the group none has no member",
        "1006, bob is in the group twice",
        "4711, GROUPS does not know the group 4711",
    })
    void aGroupIsTheUsersWhereNobodyElseIsInIt(int gid, String others) throws Exception {
        assertEquals(others, othersIn(gid, Set.of(0, 1000)));
    }

    /** It is called as bob is, and has alice in it. */
    @Test
    void theNameOfAGroupSaysNothing() throws Exception {
        assertEquals("alice is in the group bob", othersIn(1001, Set.of(0, 1001)));
    }
}
