package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import jfab.control.bundle.Installation;
import jfab.control.cli.JfabProcess;
import jfab.control.cli.JfabProcess.Ended;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of a {@code training} block on hosts whose names only the ssh_config of this machine knows. */
@Needs(Tool.SSHD)
class AliasIT {
    @TempDir
    Path folder;

    @Test
    void processesReachEachOtherAtTheAddressesOfTheirHosts() throws IOException, InterruptedException {
        try (SshdHosts hosts = SshdHosts.start(folder, 2)) {
            Path target = Path.of("target");
            hosts.keepEngine(new Installation(target).engine(false), target.resolve("engine"));
            Path config = Path.of(hosts.login().getLast());
            StringBuilder aliases = new StringBuilder();
            Matcher host = Pattern.compile("(127[0-9.]+):(\\d+)").matcher(hosts.quoted());
            for (String alias = "first-one"; host.find(); alias = "second-one") {
                aliases.append("Host %s\n  HostName %s\n  Port %s\n".formatted(alias, host.group(1), host.group(2)));
            }
            Files.writeString(config, aliases + Files.readString(config));
            Path data = Files.write(
                    folder.resolve("housing.data"),
                    IntStream.range(0, 50)
                            .mapToObj(row -> (row + " ").repeat(14))
                            .toList());
            Path fabfile = Files.writeString(folder.resolve("fabfile.groovy"), """
                    hosts 'first-one', 'second-one'
                    training {
                        program '%s'
                        port 17765
                        environment OMP_NUM_THREADS: 1
                    }
                    task('go') { Group hosts -> training.start(hosts, data: '%s').follow() }
                    """.formatted(
                            Path.of("examples/fit_a_line.groovy").toAbsolutePath(), data));
            Ended ended = JfabProcess.of(
                            command -> command, List.of("-f", fabfile.toString(), "-S", config.toString(), "go"))
                    .end(Duration.ofMinutes(2));
            assertEquals(0, ended.exitCode(), ended::text);
            assertEquals(
                    1,
                    ended.count("parameter servers listen on 127\\.0\\.0\\.1:17765, 127\\.0\\.0\\.2:17765"),
                    ended::text);
        }
    }
}
