package jfab.control.watch;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import jfab.control.observe.JobPicture;
import jfab.control.observe.RankView;
import jfab.control.observe.Statistics;
import jfab.control.observe.Straggler;

/** A picture of a job as one line of text, for whoever has no screen. */
final class Sentence {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final int NAMED = 3;

    private Sentence() {}

    static String of(JobPicture picture) {
        List<String> parts = new ArrayList<>();
        parts.add(CLOCK.format(picture.time().atZone(ZoneId.systemDefault())) + " " + picture.id() + " "
                + picture.state());
        for (String role : picture.roles()) {
            List<RankView> ranks = picture.of(role);
            long running = ranks.stream().filter(RankView::running).count();
            parts.add(running + " of " + ranks.size() + " " + role + "s run");
        }
        picture.trainers().stream()
                .filter(rank -> !rank.steps().isEmpty())
                .findFirst()
                .ifPresent(rank -> {
                    parts.add("step %s, loss %s"
                            .formatted(
                                    Cells.whole(Statistics.median(
                                            picture.trainers().stream().mapToDouble(RankView::step))),
                                    Cells.loss(rank.loss())));
                    picture.samplesPerSecond()
                            .ifPresent(rate -> parts.add(Cells.number(rate) + " samples per second in all"));
                });
        add(
                parts,
                picture.ranks().stream()
                        .filter(rank -> rank.failed() || rank.alone())
                        .map(rank -> rank.name() + " " + rank.stateText() + " on " + rank.host())
                        .toList());
        add(
                parts,
                Straggler.now(picture.ranks()).stream()
                        .map(slow -> "others wait for " + slow.rank().name() + " on "
                                + slow.rank().host())
                        .toList());
        add(
                parts,
                picture.hosts().stream()
                        .filter(host -> !host.reached())
                        .map(host -> host.host() + " is not reached")
                        .toList());
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, List<String> many) {
        if (!many.isEmpty()) {
            String more = many.size() > NAMED ? " and " + (many.size() - NAMED) + " more" : "";
            parts.add(many.stream().limit(NAMED).collect(Collectors.joining(", ")) + more);
        }
    }
}
