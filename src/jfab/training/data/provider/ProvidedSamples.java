package jfab.training.data.provider;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jfab.PlainText;
import jfab.training.data.Column;
import jfab.training.data.Reader;
import jfab.training.data.ReaderException;
import jfab.training.data.Sample;
import jfab.training.data.rows.Slot;
import org.jspecify.annotations.Nullable;

/**
 * The samples that a provider makes of the files of a list, in the order of the list.
 *
 * <p>One thread calls all providers of a process, ahead of those who take the samples, as far as {@link #AHEAD} bytes of them go.
 */
public final class ProvidedSamples implements Reader<Object> {
    private static final long AHEAD = 64 << 20;

    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("data-provider").factory());

    private final FileList list;
    private final Provider provider;
    private final Map<String, List<Object>> kept = new HashMap<>();

    public ProvidedSamples(Path list, Provider provider) {
        this.list = new FileList(list);
        this.provider = provider;
    }

    /** The list that names the files. */
    public Path list() {
        return list.file();
    }

    /** What tells the list, its files and the provider from those of another trainer. */
    public String digest() {
        return list.digest(provider.source());
    }

    /**
     * The same samples, files and then samples mixed where the provider wants that; every pass has an order of its own, which
     * follows from {@code seed} and its number.
     *
     * @param first the number of the pass that comes first
     */
    public Reader<Object> mixed(long seed, int first) {
        if (!provider.shuffled()) {
            return this;
        }
        long[] pass = {first};
        return () -> {
            long order = seed * 31 + pass[0]++;
            List<FileList.Entry> files = new ArrayList<>(list.entries());
            Collections.shuffle(files, new Random(order));
            return Reader.shuffle(ahead(files), provider.pool(), order).iterator();
        };
    }

    @Override
    public Iterator<Object> iterator() {
        return ahead(list.entries()).iterator();
    }

    private Reader<Object> ahead(List<FileList.Entry> files) {
        return Reader.ahead(
                Reader.chain(files.stream().map(this::samples).toList()), AHEAD, ProvidedSamples::bytes, THREAD);
    }

    private Reader<Object> samples(FileList.Entry file) {
        return () -> {
            List<Object> known = kept.get(file.name());
            if (known != null) {
                return known.iterator();
            }
            Iterator<Object> rows = provider.function().rows(file.name()).iterator();
            List<Object> read = new ArrayList<>();
            return new Iterator<>() {
                private long number;

                @Override
                public boolean hasNext() {
                    boolean more = rows.hasNext();
                    if (!more && provider.cached()) {
                        kept.put(file.name(), read);
                    }
                    return more;
                }

                @Override
                public Object next() {
                    number++;
                    Object sample = sample(file.name() + ": row " + number + " of " + provider.name(), rows.next());
                    if (provider.cached()) {
                        read.add(sample);
                    }
                    return sample;
                }
            };
        };
    }

    private Object sample(String place, @Nullable Object row) {
        List<String> names = provider.names();
        List<InputType> types = provider.types();
        if (provider.named()) {
            if (!(row instanceof Map<?, ?> map) || !map.keySet().equals(Set.copyOf(names))) {
                throw new ReaderException(place + " is a map of " + names + ", as input_types is, and here is "
                        + (row instanceof Map<?, ?> map ? "a map of " + map.keySet() : String.valueOf(row)));
            }
            Map<String, Column> columns = new LinkedHashMap<>();
            for (int i = 0; i < types.size(); i++) {
                columns.put(names.get(i), types.get(i).column(names.get(i), place, map.get(names.get(i))));
            }
            return columns;
        }
        List<Column> columns = new ArrayList<>();
        List<?> values = Slot.elements(row);
        if (values == null || (types.size() == 1 && values.size() != 1)) {
            values = Collections.singletonList(row);
        }
        if (values.size() != types.size()) {
            throw new ReaderException(place + " has " + PlainText.counted(values.size(), "value")
                    + ", and input_types are " + types.size() + ": " + types);
        }
        for (int i = 0; i < types.size(); i++) {
            columns.add(types.get(i).column("value " + i, place, values.get(i)));
        }
        return new Sample(columns);
    }

    private static long bytes(Object sample) {
        long bytes = 64;
        for (Object value : sample instanceof Sample row ? row.columns() : ((Map<?, ?>) sample).values()) {
            Column column = (Column) value;
            bytes += switch (column) {
                        case Column.Reals(float[] values) -> 4L * values.length;
                        case Column.Integers(long[] values) -> 8L * values.length;
                    }
                    + 32;
        }
        return bytes;
    }
}
