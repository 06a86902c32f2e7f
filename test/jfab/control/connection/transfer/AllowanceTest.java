package jfab.control.connection.transfer;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import jfab.control.connection.Printed;
import jfab.control.connection.host.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllowanceTest {
    private static final long GIGABYTE = 1L << 30;

    @TempDir
    Path folder;

    private Allowance of(long stated) throws IOException {
        return Allowance.into(
                folder, stated, new TransferProgress(new Printed(), new Host("h", null, 22), "a", stated));
    }

    @Test
    void aFileMayGrowWhileItComesButNotWithoutEnd() throws IOException {
        Allowance small = of(4);
        assertDoesNotThrow(() -> small.add(4 + GIGABYTE));
        assertEquals(
                "the host sends more and more: 1073741829 bytes so far, where it had 4",
                assertThrows(IOException.class, () -> small.add(1)).getMessage());
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeItComes() {
        String said = String.valueOf(
                assertThrows(IOException.class, () -> of(Long.MAX_VALUE)).getMessage());
        assertTrue(
                said.startsWith("the host has 9223372036854775807 bytes of it, and " + folder + " has room for "),
                said);
    }
}
