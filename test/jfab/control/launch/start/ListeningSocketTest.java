package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import jfab.control.connection.host.Host;
import jfab.control.launch.Member;
import jfab.role.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListeningSocketTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.96.4, 7166@0460007F",
        "2001:db8::1, 7166@B80D0120000000000000000001000000",
        "[::1], 7166@00000000000000000000000001000000",
        "gpu1, 7166"
    })
    void ourEngineListensOnItsOwnAddressInTheFormOfTheKernel(String address, String told) {
        assertEquals(told, socket(address, "engine/bin/train"));
    }

    @ParameterizedTest
    @CsvSource("127.0.96.4, python3")
    void ofOthersItIsNotKnownOnWhichAddressesTheyListen(String address, String program) {
        assertEquals("7166", socket(address, program));
    }

    private static String socket(String address, String program) {
        Member member =
                new Member(Role.PSERVER, 0, Host.parse("a"), address, List.of(7166), "", List.of(program), Map.of(), 0);
        return ListeningSocket.of(member, 7166).toString();
    }
}
