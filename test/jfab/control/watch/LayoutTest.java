package jfab.control.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import jfab.control.launch.WorkerState;
import jfab.control.observe.JobPicture;
import jfab.control.observe.Pictures;
import jfab.control.observe.RankView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutTest {
    private static String text(List<ScreenLine> lines) {
        return lines.stream().map(ScreenLine::text).collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @CsvSource({"1,80,24", "4,80,24", "200,80,24", "200,60,10", "200,200,60", "3,40,5", "1000,80,24"})
    void everyScreenIsFilledAndNoLineIsTooLong(int trainers, int columns, int rows) {
        for (boolean all : new boolean[] {false, true}) {
            List<ScreenLine> screen = new Layout(Pictures.job(trainers), columns, rows).screen(all, 3);
            assertEquals(rows, screen.size());
            screen.forEach(line -> assertTrue(line.text().length() <= columns, line::text));
        }
    }

    @Test
    void twoHundredRanksAreFoldedAndTheSlowAndTheFailedOneStandByName() {
        String screen = text(new Layout(Pictures.job(200), 80, 24).screen(false, 0));
        assertTrue(screen.contains("JOB20261121120000  failing  12m  10 hosts, 200 trainers"), screen);
        assertTrue(screen.contains("trainer 0-10,12-199: 199 running on 10 hosts"), screen);
        assertTrue(screen.matches("(?s).*\\n  median +39 +0\\.0500 +640\\.0 +50% +300M +1s\\n.*"), screen);
        assertTrue(screen.matches("(?s).*\\ntrainer-7 +gpu7 +slow .*"), screen);
        assertTrue(screen.matches("(?s).*\\ntrainer-11 +gpu1 +exited 3 .*"), screen);
        assertTrue(screen.contains("10 hosts: CPU 0/45/90%, memory 13/13/13%, GPU 97/97/97%"), screen);
        assertFalse(screen.contains("trainer-150 "), screen);
    }

    @Test
    void allRanksCanBeScrolledThrough() {
        Layout layout = new Layout(Pictures.job(200), 80, 24);
        int furthest = layout.furthest(true);
        assertTrue(text(layout.screen(true, furthest)).contains("trainer-199 gpu9"));
        assertEquals(text(layout.screen(true, furthest)), text(layout.screen(true, furthest + 50)));
        assertFalse(text(layout.screen(true, 0)).contains("trainer-199 gpu9"));
    }

    @Test
    void aRankThatRunsWithoutItsSupervisorIsSeen() {
        JobPicture plain = Pictures.job(1);
        RankView alone = Pictures.trainer(0, "gpu0", WorkerState.parse("running alone"), 40, 30);
        JobPicture job =
                new JobPicture(plain.id(), plain.begun(), plain.time(), plain.hosts(), List.of(alone), plain.events());
        String screen = text(new Layout(job, 80, 24).screen(false, 0));
        assertTrue(screen.matches("(?s).*\\ntrainer-0 +gpu0 +alone +39 .*"), screen);
        assertTrue(Sentence.of(job).endsWith(", trainer-0 running without its supervisor on gpu0"), Sentence.of(job));
    }

    @Test
    void aFewRanksStandByNameWithTheLossAsACurve() {
        String screen = text(new Layout(Pictures.job(3), 80, 24).screen(false, 0));
        assertTrue(
                screen.contains("loss of trainer-0: 0.0500 at step 39; 1920.0 samples/s in all, last 20 steps"),
                screen);
        assertTrue(screen.contains("    2.000 \u2809"), screen);
        assertTrue(screen.contains("gpu2  20%  7.6G of 61.0G"), screen);
        assertTrue(screen.contains("0: 97% 20/80G 71°C 650W"), screen);
        assertTrue(screen.matches("(?s).*\\ntrainer-2 +gpu2 +running +39 .*"), screen);
    }

    @ParameterizedTest
    @CsvSource({"NaN,nan", "Infinity,inf", "-Infinity,-inf"})
    void aLossThatIsNoLongerFiniteStandsWithItsStepAboveTheCurveOfTheStepsBefore(double loss, String shown) {
        JobPicture job = Pictures.with(Pictures.job(1), List.of(Pictures.diverged(0, "gpu0", loss)));
        String screen = text(new Layout(job, 80, 24).screen(false, 0));
        assertTrue(screen.contains("loss of trainer-0: " + shown + " at step 39; "), screen);
        assertTrue(screen.contains("    2.000 \u2809"), screen);
        assertTrue(screen.matches("(?s).*\\ntrainer-0 +gpu0 +running +39 +" + shown + " .*"), screen);
        assertTrue(Sentence.of(job).contains(", step 39, loss " + shown + ", "), Sentence.of(job));
    }

    @Test
    void ofManyRanksTheOneThatDivergesIsTheMost() {
        List<RankView> ranks = new ArrayList<>(Pictures.job(200).ranks());
        ranks.set(150, Pictures.diverged(150, "gpu0", Double.NaN));
        String screen = text(new Layout(Pictures.with(Pictures.job(200), ranks), 80, 24).screen(false, 0));
        assertTrue(screen.matches("(?s).*\\n  median +39 +0\\.0500 .*"), screen);
        assertTrue(screen.matches("(?s).*\\n  most +39 +nan .*"), screen);
    }
}
