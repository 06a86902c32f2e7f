package jfab.control.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import javax.imageio.ImageIO;
import jfab.control.launch.JobId;
import jfab.control.launch.LaunchException;
import jfab.control.launch.WorkerState;
import jfab.control.observe.JobPicture;
import jfab.control.observe.ObservedStep;
import jfab.control.observe.Pictures;
import jfab.control.observe.RankView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    private static JobReport report(JobPicture picture) {
        SequencedMap<String, String> settings = new LinkedHashMap<>();
        settings.put("--<script>alert(1)</script>", "a & 'b' \"c\" \033[31m");
        return new JobReport(
                picture,
                List.of(
                        "gpu1: trainer 11 died first, exited with 3: <b>no</b> memory",
                        "first line",
                        "<i>last</i> line"),
                List.of("trainer 0: 60 gradients, lag 0.8 (0: 20, 1: 32, 2: 8), waited for 1.2 s"),
                settings,
                "argv <img src=x onerror=alert(1)>");
    }

    @Test
    void whatHostsAndFlagsAreCalledStaysText() {
        JobPicture plain = Pictures.job(3);
        List<RankView> ranks = plain.ranks().stream()
                .map(rank -> new RankView(
                        rank.role(), rank.rank(), "<script>x</script>", rank.status(), 0, 0, "S", rank.steps()))
                .toList();
        String page = Page.of(
                report(new JobPicture(plain.id(), plain.begun(), plain.time(), plain.hosts(), ranks, plain.events())));
        assertFalse(page.contains("<script"), page);
        assertFalse(page.contains("<img"), page);
        assertFalse(page.contains("\033"), page);
        assertTrue(page.contains("&lt;script&gt;x&lt;/script&gt;"), page);
        assertTrue(page.contains("a &amp; &#39;b&#39; &quot;c&quot;"), page);
    }

    /** Whoever owns a host writes what stands in its metrics. */
    @Test
    void hugeNumbersAndNamesThatCollideTakeNothingAway() {
        JobPicture plain = Pictures.job(1);
        RankView rank = plain.ranks().getFirst();
        List<ObservedStep> steps = rank.steps().stream()
                .map(step -> new ObservedStep(
                        step.time(),
                        step.step(),
                        OptionalDouble.of(
                                step.step() % 5 == 0 ? 1e308 : step.step() % 5 == 1 ? -1e308 : step.lossOrNaN()),
                        step.samples(),
                        step.samplesPerSecond(),
                        step.seconds(),
                        step.milliseconds(),
                        Map.of("a/b", 1.0, "a b", 2.0, "timeline", 3.0, "huge", 1e308)))
                .toList();
        RankView hostile = new RankView("trainer", 0, "gpu0", rank.status(), 0, 0, "S", steps);
        JobPicture picture = new JobPicture(
                plain.id(), plain.begun(), plain.time(), plain.hosts(), List.of(hostile), plain.events());
        assertEquals(
                List.of(
                        "loss",
                        "a-b",
                        "a-b-2",
                        "timeline-2",
                        "throughput",
                        "step-time",
                        "breakdown",
                        "staleness",
                        "timeline"),
                List.copyOf(Charts.of(report(picture)).keySet()));
        assertEquals(
                Optional.empty(), ObservedStep.parse("{\"time\": \"9999-12-31T00:00:00Z\", \"step\": 1, \"loss\": 2}"));
    }

    @Test
    void thePageBeginsWithTheCauseAndItsLines() {
        String page = Page.of(report(Pictures.job(12)));
        int cause = page.indexOf("gpu1: trainer 11 died first, exited with 3: &lt;b&gt;no&lt;/b&gt; memory</p>");
        int lines = page.indexOf("<pre>first line\n&lt;i&gt;last&lt;/i&gt; line</pre>");
        assertTrue(cause > 0 && lines > cause && lines < page.indexOf("class=\"charts\""), page);
    }

    @Test
    void thePageForbidsEveryRequest() {
        String page = Page.of(report(Pictures.job(3)));
        assertTrue(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""), page);
        assertFalse(page.matches("(?s).*(https?:|url\\(|<(script|img|link|iframe|object)|@import).*"), page);
    }

    @Test
    void theSlowOneAndHowOldValuesWereAreTold() {
        String page = Page.of(report(Pictures.job(12)));
        assertTrue(page.contains("trainer-7 on gpu7: 90.0 ms of its own per step, the others 30.0 ms"), page);
        assertTrue(page.contains("How old the values were"), page);
        assertTrue(page.contains("trainer-11 on gpu1: exited 3"), page);
        assertTrue(page.contains("Samples per second and times are those of all steps."), page);
    }

    /** As of engines that only write a step and a loss: whether some of them wait is not known. */
    @Test
    void ofTrainersThatDoNotTellTheirWaitsNothingIsClaimed() {
        JobPicture plain = Pictures.job(3);
        String told = Page.of(report(plain));
        assertTrue(told.contains("Who waits for whom"));
        // Of a step of 100 ms, 70 are waiting.
        assertTrue(told.matches("(?s).*>100.0 ms</td><td[^>]*>30.0 ms</td><td[^>]*>70.0 ms</td>.*"), told);
        List<RankView> ranks = plain.ranks().stream()
                .map(rank -> new RankView(
                        rank.role(),
                        rank.rank(),
                        rank.host(),
                        rank.status(),
                        0,
                        0,
                        "S",
                        rank.steps().stream()
                                .map(step -> new ObservedStep(
                                        step.time(), step.step(), step.loss(), 8, 100, 0.1, Map.of(), Map.of()))
                                .toList()))
                .toList();
        String page = Page.of(
                report(new JobPicture(plain.id(), plain.begun(), plain.time(), plain.hosts(), ranks, plain.events())));
        assertFalse(page.contains("waits for whom"));
        assertTrue(page.matches("(?s).*>100.0 ms</td><td[^>]*>-</td><td[^>]*>-</td>.*"), page);
    }

    @Test
    void aProcessThatIsLostRanUntilItsLastStep() {
        RankView lost = Pictures.trainer(0, "gpu0", new WorkerState.Lost(), 901, 30);
        JobPicture plain = Pictures.job(1);
        String page = Page.of(report(
                new JobPicture(plain.id(), plain.begun(), plain.time(), plain.hosts(), List.of(lost), plain.events())));
        assertTrue(page.contains("failed</strong>, 90 s or more, "), page);
        assertTrue(page.contains(" or later</p>"), page);
        assertTrue(page.contains("trainer-0 started 4711, then lost"), page);
    }

    @Test
    void twoHundredTrainersMakeASmallPageWithABand() {
        String page = Page.of(report(Pictures.job(200)));
        assertTrue(page.length() < 400_000, () -> page.length() + " characters");
        assertTrue(page.contains("median of 200"), page);
        assertTrue(page.contains("least to most"), page);
    }

    @Test
    void aJobThatHasToldNothingIsAPageToo() {
        JobPicture nothing = new JobPicture(
                JobId.parse("JOB20261121120000"), Pictures.BEGUN, Pictures.BEGUN, List.of(), List.of(), List.of());
        String page = Page.of(new JobReport(nothing, List.of(), List.of(), new LinkedHashMap<>(), ""));
        assertTrue(page.contains("<h1>JOB20261121120000</h1>"), page);
    }

    @Test
    void thePicturesAreWholeFilesOfTheSameCurves(@TempDir Path folder) throws IOException {
        List<Path> files = ReportFiles.pictures(report(Pictures.job(3)), folder.resolve("a/b"));
        assertEquals(
                List.of(
                        "loss.png",
                        "accuracy_0.png",
                        "test_loss.png",
                        "throughput.png",
                        "step-time.png",
                        "breakdown.png",
                        "staleness.png",
                        "timeline.png"),
                files.stream().map(file -> file.getFileName().toString()).toList());
        for (Path file : files) {
            assertEquals(1260, ImageIO.read(file.toFile()).getWidth(), file::toString);
        }
        try (var all = Files.list(folder.resolve("a/b"))) {
            assertEquals(8, all.count());
        }
    }

    @Test
    void aReportTakesThePlaceOfNoPipe(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        assertEquals(
                "report: " + pipe + " is a device, a pipe or a socket; nothing is put in its place",
                assertThrows(LaunchException.class, () -> ReportFiles.page(report(Pictures.job(3)), pipe))
                        .getMessage());
        assertTrue(Files.readAttributes(pipe, BasicFileAttributes.class).isOther());
    }

    @Test
    void aLossThatIsNoLongerFiniteStandsWithItsStep() {
        JobPicture job = Pictures.with(Pictures.job(1), List.of(Pictures.diverged(0, "gpu0", Double.NaN)));
        String page = Page.of(report(job));
        assertTrue(page.matches("(?s).*>39</td><td[^>]*>nan</td>.*"), page);
        assertTrue(page.contains(">Loss<"), page);
    }
}
