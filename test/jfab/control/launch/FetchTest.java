package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;

class FetchTest {
    @Test
    void twoUsersOfAHostHaveAFolderEach() {
        List<Host> hosts = List.of(Host.parse("a@h"), Host.parse("b@h"), Host.parse("a@g:22"), Host.parse("h:22"));
        assertEquals(
                List.of("a@h", "b@h", "g_22", "h_22"),
                hosts.stream().map(host -> Fetch.nameOf(host, hosts)).toList());
    }
}
