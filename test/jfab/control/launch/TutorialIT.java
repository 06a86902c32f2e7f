package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfab.control.bundle.Installation;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/tutorial.md literally: its files are written, its commands typed, in a home that has nothing but jfab. */
@Needs(Tool.SSHD)
class TutorialIT {
    @TempDir
    Path home;

    @Test
    void itLeadsFromAnEmptyFolderToPredictions() throws Exception {
        TypedPage page = TypedPage.read(Path.of("docs/tutorial.md"));
        Path jfab = Files.createSymbolicLink(home.resolve("jfab"), Path.of("").toAbsolutePath());
        Path target = Path.of("target").toAbsolutePath();
        try (SshdHosts hosts = SshdHosts.start(home, 2)) {
            hosts.keepEngine(new Installation(target).engine(false), target.resolve("engine"));
            String said = page.run(home, hosts.aliases("a", "b"));
            List<String> alone = prices(said, 1);
            List<String> together = prices(said, 2);
            for (List<String> prices : List.of(alone, together)) {
                assertTrue(Double.parseDouble(prices.get(0)) < 100, said);
                assertTrue(Double.parseDouble(prices.get(1)) > 300, said);
            }
            Matcher error = Pattern.compile("\\[a trainer 0\\] pass 20, error ([\\d.]+)")
                    .matcher(said);
            assertTrue(error.find() && Double.parseDouble(error.group(1)) < 10, said);
            assertTrue(Files.readString(home.resolve("houses/job.html")).contains("trainer 0"), said);
        } finally {
            Files.delete(jfab);
        }
    }

    /** Of the rows of new.csv, as the prediction of that number, from 1, has told them. */
    private static List<String> prices(String said, int prediction) {
        List<String> all = Pattern.compile("^line [23]: (?:\\S+ )?([\\d.-]+)$", Pattern.MULTILINE)
                .matcher(said)
                .results()
                .map(line -> line.group(1))
                .toList();
        assertEquals(4, all.size(), said);
        return all.subList(2 * prediction - 2, 2 * prediction);
    }
}
