package jfab.control.watch;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import jfab.control.launch.Job;
import jfab.control.launch.ProcessEvent;
import jfab.control.observe.JobPicture;
import jfab.control.observe.Observation;

/** Shows how a job is doing until it has ended or the user leaves; the job is left alone. */
public final class Watcher {
    /** Between two looks at the keys, and at what hosts have told. */
    private static final Duration BEAT = Duration.ofMillis(150);
    /** A host that is down may not keep the others from being shown. */
    private static final Duration FIRST_WORD = Duration.ofSeconds(20);
    /** Steps of all trainers together; of more there are fewer each. */
    private static final int STEPS = 20_000;

    private static final int PAPER = 100;

    private final Job job;
    private final Duration period;
    private final Consumer<String> paper;

    /**
     * @param period how often the hosts are asked
     * @param paper takes lines where there is no terminal, and what remains to be said at the end
     */
    public Watcher(Job job, Duration period, Consumer<String> paper) {
        this.job = job;
        this.period = period;
        this.paper = paper;
    }

    /** Prints one picture. */
    public void once() throws InterruptedException {
        try (Observation observation = observation(Duration.ofSeconds(1))) {
            // The load shows in the second period.
            observation.await(2, FIRST_WORD);
            print(observation.picture());
        }
    }

    /** Prints how each GPU is doing, and its errors since the job began. */
    public void gpus() throws InterruptedException {
        try (Observation observation = Observation.of(job, period, 1)) {
            observation.await(1, FIRST_WORD);
            JobPicture picture = observation.picture();
            picture.hosts().forEach(host -> host.gpus().forEach(gpu -> paper.accept(host.host() + " GPU " + gpu)));
            picture.events().stream()
                    .filter(event -> event.what() instanceof ProcessEvent.Xid)
                    .forEach(event -> paper.accept(picture.hostOf(event) + " " + event.name() + " " + event.text()));
        }
    }

    /**
     * Shows the job until it has ended or the user leaves: on the terminal where there is one, else line by line.
     *
     * @param run the one that is shown: it has also ended where the job has been begun again since
     * @return whether it has ended
     */
    public boolean untilEnd(int run) throws InterruptedException {
        try (Observation observation = observation(period)) {
            observation.await(1, FIRST_WORD);
            Optional<TerminalScreen> terminal = TerminalScreen.open();
            if (terminal.isEmpty()) {
                line(observation, run);
                return true;
            }
            try (TerminalScreen screen = terminal.get()) {
                new Show(screen, observation, run).run();
            }
            JobPicture last = observation.picture();
            boolean over = over(last, run);
            if (over) {
                print(last);
            } else {
                paper.accept(last.id() + " goes on; jfab watch " + last.id() + " shows it again, jfab kill " + last.id()
                        + " ends it");
            }
            return over;
        }
    }

    private Observation observation(Duration every) {
        int trainers = Math.max(1, job.description().members().size());
        return Observation.of(job, every, Math.clamp(STEPS / trainers, 50, 2000));
    }

    private static boolean over(JobPicture picture, int run) {
        return picture.over() || picture.survey().run() > run;
    }

    private void line(Observation observation, int run) throws InterruptedException {
        while (true) {
            JobPicture picture = observation.picture();
            paper.accept(Sentence.of(picture));
            if (over(picture, run)) {
                return;
            }
            Thread.sleep(period);
        }
    }

    private void print(JobPicture picture) {
        new Layout(picture, PAPER, PAPER)
                .whole()
                .forEach(line -> paper.accept(line.text().stripTrailing()));
    }

    /** What the user looks at. */
    private static final class Show {
        private final TerminalScreen screen;
        private final Observation observation;
        private final int run;
        private boolean all;
        private int scroll;
        private boolean over;

        Show(TerminalScreen screen, Observation observation, int run) {
            this.screen = screen;
            this.observation = observation;
            this.run = run;
        }

        void run() throws InterruptedException {
            long drawn = -1;
            int columns = 0;
            int rows = 0;
            Key key = Key.NONE;
            while (key != Key.LEAVE && !over) {
                boolean resized = columns != screen.columns() || rows != screen.rows();
                if (resized || key != Key.NONE || drawn != observation.version()) {
                    drawn = observation.version();
                    columns = screen.columns();
                    rows = screen.rows();
                    if (resized || key == Key.REDRAW) {
                        screen.clear();
                    }
                    draw(key, new Layout(observation.picture(), columns, rows));
                }
                key = over ? Key.LEAVE : screen.key(BEAT).orElse(Key.NONE);
            }
        }

        private void draw(Key key, Layout layout) {
            int page = Math.max(1, layout.rows() / 2);
            switch (key) {
                case UP -> scroll--;
                case DOWN -> scroll++;
                case PAGE_UP -> scroll -= page;
                case PAGE_DOWN -> scroll += page;
                case ALL -> all = !all;
                case REDRAW, LEAVE, NONE -> {}
            }
            scroll = Math.clamp(scroll, 0, layout.furthest(all));
            screen.draw(layout.screen(all, scroll));
            over = over(layout.picture(), run);
        }
    }
}
