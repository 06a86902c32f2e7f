package jfab.control.fabfile;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.control.connection.command.OptionException;
import jfab.control.hosts.HostSource;
import jfab.control.launch.start.Gpus;
import jfab.control.launch.start.Share;
import jfab.control.task.TaskException;
import org.jspecify.annotations.Nullable;

/**
 * How many processes of a role there are and where, as the fabfile says it.
 *
 * @param on their hosts; empty for all of the job
 * @param total how many; 0 for as many as {@code each} makes
 * @param each how many on every host; 0 where only the total counts
 * @param gpus which GPUs each has
 */
record ShareRecord(List<HostSource> on, int total, int each, Gpus gpus) {
    /** So many GPUs a trainer may have, and so many trainers one GPU. */
    private static final int MOST_GPUS = 1000;

    static ShareRecord onePerHost() {
        return new ShareRecord(List.of(), 0, 1, new Gpus.Unsaid());
    }

    static ShareRecord none() {
        return new ShareRecord(List.of(), 0, 0, new Gpus.Unsaid());
    }

    /** Reads {@code on:}, {@code each:} and, of trainers, {@code gpus:}. */
    static ShareRecord of(String word, Map<String, ?> where, int total, Path fabfile) {
        Map<String, Object> rest = new LinkedHashMap<>(where);
        Object on = rest.remove("on");
        Object each = rest.remove("each");
        boolean trainers = word.equals("trainers");
        Gpus gpus = trainers ? gpus(rest.remove("gpus")) : new Gpus.Unsaid();
        if (!rest.isEmpty()) {
            String extra = rest.keySet().iterator().next();
            throw OptionException.unknown(
                    word, extra, trainers ? List.of("on", "each", "gpus") : List.of("on", "each"));
        }
        int perHost = total > 0 || where.isEmpty() ? 0 : 1;
        if (each instanceof Integer count && (count > 0 || (count == 0 && word.equals("pservers")))) {
            perHost = count;
        } else if (each != null) {
            throw new TaskException(word + ": each: takes a number above 0, not '" + each + "'");
        }
        return new ShareRecord(
                on == null ? List.of() : HostRecorder.sources(TaskRole.list(on), fabfile), total, perHost, gpus);
    }

    private static Gpus gpus(@Nullable Object said) {
        if (said == null) {
            return new Gpus.Unsaid();
        }
        return switch (said) {
            case Number count
            when count.doubleValue() <= MOST_GPUS
                    && (count.doubleValue() == 0 || count.doubleValue() >= 1.0 / MOST_GPUS)
                    && (count.doubleValue() < 1 || count.doubleValue() == Math.rint(count.doubleValue())) ->
                new Gpus.Each(count.doubleValue());
            case List<?> numbers
            when !numbers.isEmpty()
                    && numbers.stream().allMatch(number -> number instanceof Integer index && index >= 0)
                    && numbers.stream().distinct().count() == numbers.size() ->
                new Gpus.Listed(numbers.stream().map(Integer.class::cast).toList());
            case CharSequence word when word.toString().equals("auto") -> new Gpus.Freest();
            case CharSequence word when word.toString().equals("all") -> new Gpus.All();
            default ->
                throw new TaskException(
                        "trainers: gpus: takes how many each has, as 1, 2, or 0.5 for two that share one;"
                                + " their numbers, as [2, 3]; 'auto' or 'all'; not '" + said + "'");
        };
    }

    /** The same place, with so many on every host. */
    ShareRecord withEach(int count) {
        return new ShareRecord(on, 0, count, gpus);
    }

    Share share(HostRecorder hosts) {
        return new Share(on.isEmpty() ? List.of() : hosts.of(List.copyOf(on)), total, each, gpus);
    }
}
