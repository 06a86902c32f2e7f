package jfab.control.connection.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfab.tools.Fuzz;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ssh_config that is nearly what it should be. */
class DamagedSshConfigTest {
    @TempDir
    private Path folder;

    @Test
    void files() {
        String valid = """
                Host gpu* !gpu9
                  HostName %h.example.com
                  Port=2222
                  User "a b"
                  ProxyJump one,two:22
                  IdentityFile ~/.ssh/id_%r
                Match host gpu1 user root
                  ConnectTimeout 10m
                  SendEnv LANG LC_*
                Match originalhost gpu2,gpu3 !localuser nobody
                  KexAlgorithms +curve25519-sha256
                Host *
                  ServerAliveInterval 5
                """;
        Fuzz.text(valid, bytes -> {
            Path file = folder.resolve("config");
            Files.write(file, bytes);
            SshConfig config = new SshConfig(folder, List.of(new SshConfig.Source(file, folder)));
            config.names().forEach(name -> config.of(name, List.of()));
            config.of("gpu1", List.of());
        });
    }
}
