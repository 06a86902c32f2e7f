package jfab.control.watch;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import jfab.PlainText;
import jfab.control.launch.ProcessEvent;
import jfab.control.observe.JobPicture;
import jfab.control.observe.ObservedStep;
import jfab.control.observe.RankView;

/**
 * A picture of a job as lines of a screen: a title, the loss, hosts and ranks, the latest events.
 *
 * @param columns of the screen
 * @param rows of the screen
 */
record Layout(JobPicture picture, int columns, int rows) {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final String KEYS = "arrows scroll, a: all ranks by name or folded, q: leave, the job goes on";
    /** Hosts beyond this are told in one line. */
    private static final int HOSTS = 4;

    /** What a screen can hold, scrolled down by {@code scroll} lines as far as there are any. */
    List<ScreenLine> screen(boolean all, int scroll) {
        List<ScreenLine> top = new ArrayList<>(List.of(title()));
        top.addAll(loss());
        List<ScreenLine> bottom = new ArrayList<>(events());
        bottom.add(ScreenLine.faint(cut(KEYS)));
        List<ScreenLine> middle = middle(all, rows - top.size() - bottom.size());
        int room = Math.max(1, rows - top.size() - bottom.size());
        int first = Math.clamp(scroll, 0, Math.max(0, middle.size() - room));
        List<ScreenLine> shown = new ArrayList<>(middle.subList(first, Math.min(middle.size(), first + room)));
        while (shown.size() < room) {
            shown.add(ScreenLine.plain(""));
        }
        List<ScreenLine> screen = new ArrayList<>(top);
        screen.addAll(shown);
        screen.addAll(bottom);
        return screen.subList(0, Math.min(rows, screen.size()));
    }

    /** How far a screen can be scrolled down. */
    int furthest(boolean all) {
        int used = 1 + loss().size() + events().size() + 1;
        return Math.max(0, middle(all, rows - used).size() - Math.max(1, rows - used));
    }

    /** Everything, one below the other, for paper. */
    List<ScreenLine> whole() {
        List<ScreenLine> lines =
                new ArrayList<>(List.of(ScreenLine.plain(title().text().stripTrailing())));
        lines.addAll(loss());
        lines.addAll(middle(false, rows));
        lines.addAll(events());
        return lines;
    }

    private ScreenLine title() {
        String ranks = picture.roles().stream()
                .map(role -> PlainText.counted(picture.of(role).size(), role))
                .collect(Collectors.joining(", "));
        String text = " " + picture.id() + "  " + picture.state() + "  "
                + Cells.time(picture.age().toMillis() / 1e3) + (picture.endsLater() ? " or more  " : "  ")
                + PlainText.counted(picture.hosts().size(), "host") + (ranks.isEmpty() ? "" : ", " + ranks);
        return new ScreenLine(Look.TITLE, Cells.left(text, columns));
    }

    private List<ScreenLine> loss() {
        Optional<RankView> known = picture.trainers().stream()
                .filter(rank -> rank.steps().size() > 1 && rank.loss().isPresent())
                .findFirst();
        if (known.isEmpty()) {
            return List.of();
        }
        RankView rank = known.get();
        String together = picture.samplesPerSecond().stream()
                .mapToObj(rate -> "; " + Cells.number(rate) + " samples/s in all, last " + RankView.RECENT + " steps")
                .collect(Collectors.joining());
        List<ScreenLine> lines = new ArrayList<>();
        lines.add(ScreenLine.plain(cut("loss of %s: %s at step %.0f%s"
                .formatted(rank.name(), Cells.loss(rank.loss()), rank.step(), together))));
        int height = rows < 20 ? 0 : rows < 36 ? 4 : 8;
        Curve.of(rank.steps().stream().map(ObservedStep::lossOrNaN).toList(), columns, height)
                .forEach(line -> lines.add(new ScreenLine(Look.CURVE, line)));
        return lines;
    }

    /** Hosts and ranks, folded where {@code room} does not hold them. */
    private List<ScreenLine> middle(boolean all, int room) {
        HostTable hosts = new HostTable(picture, columns);
        RankTable ranks = new RankTable(picture, columns);
        List<ScreenLine> lines = new ArrayList<>(all || picture.hosts().size() <= HOSTS ? hosts.all() : hosts.folded());
        lines.add(ranks.head());
        boolean fits = lines.size() + picture.ranks().size() <= room;
        lines.addAll(all || fits ? ranks.all() : ranks.folded());
        return lines;
    }

    private List<ScreenLine> events() {
        int count = rows < 16 ? 1 : rows < 36 ? 3 : 6;
        List<ProcessEvent> events = picture.events();
        return events.subList(Math.max(0, events.size() - count), events.size()).stream()
                .map(event -> new ScreenLine(
                        event.bad() ? Look.BAD : Look.FAINT,
                        cut(CLOCK.format(event.time().atZone(ZoneId.systemDefault())) + " " + event.name() + " "
                                + event.text() + " on " + picture.hostOf(event))))
                .toList();
    }

    private String cut(String text) {
        return text.length() > columns ? Cells.left(text, columns) : text;
    }
}
