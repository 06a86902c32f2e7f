package jfab.control.connection.jsch;

import java.nio.file.Files;
import java.nio.file.Path;
import jfab.tools.Fuzz;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** known_hosts that is nearly what it should be. */
class DamagedKnownHostsTest {
    private static final String KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB1mEfe2pZkNJk0yn5vN4a9bnAi9H1M4z6u3vSx3V2Qz";

    @TempDir
    private Path folder;

    @Test
    void lines() {
        String valid = "gpu1,10.0.0.1 " + KEY + " comment\n"
                + "|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg= " + KEY + "\n"
                + "@cert-authority *.example.com,!bad.example.com " + KEY + "\n@revoked [old]:2222 " + KEY
                + "\n# end\n";
        Fuzz.text(valid, bytes -> {
            Path file = folder.resolve("known_hosts");
            Files.write(file, bytes);
            KnownHostsFile hosts = new KnownHostsFile(file);
            for (String name : new String[] {"gpu1", "a.example.com", "[old]:2222"}) {
                hosts.find(name);
            }
        });
    }
}
