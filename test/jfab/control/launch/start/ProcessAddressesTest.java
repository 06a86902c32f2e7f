package jfab.control.launch.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfab.control.connection.host.Host;
import jfab.role.Role;
import org.junit.jupiter.api.Test;

class ProcessAddressesTest {
    @Test
    void aHostGivesPortsToItsOwnProcessesOnly() {
        Host first = Host.parse("h1");
        Host second = Host.parse("h2");
        Placement placement = new Placement(List.of(), List.of(first, second));
        ProcessAddresses addresses = ProcessAddresses.of(
                placement,
                List.of(first, second),
                List.of("address 10.0.0.1\ntrainer-0 6173", "address 10.0.0.2\ntrainer-0 22\ntrainer-1 6174"));
        assertEquals(
                List.of(6173, 6174),
                placement.places(Role.TRAINER).stream().map(addresses::port).toList());
    }
}
