package jfab.training.words;

import groovy.lang.Closure;
import java.util.List;
import jfab.training.data.Reader;
import jfab.training.data.Sample;

/** What a script makes of its readers. */
final class ScriptDecorators implements ReaderWords {
    private final TrainingProcess process;

    ScriptDecorators(TrainingProcess process) {
        this.process = process;
    }

    @Override
    public <T> Reader<T> shuffle(Reader<T> reader, int size, long seed) {
        return Reader.shuffle(reader, size, seed);
    }

    @Override
    public Reader<List<Sample>> batch(Reader<Sample> reader, int size) {
        return timed(Reader.batch(reader, size));
    }

    @Override
    public Reader<List<Sample>> share(Reader<List<Sample>> batches) {
        // Asked for at the start of a pass, since the servers may number trainers as they join.
        Reader<List<Sample>> all = TimedReader.untimed(batches);
        return timed(() -> Reader.share(
                        all, process.role().trainerId(), process.role().trainers())
                .iterator());
    }

    @Override
    public <T> Reader<T> buffered(Reader<T> reader, int size) {
        Reader<T> ahead = Reader.buffered(TimedReader.untimed(reader), size);
        return reader instanceof TimedReader<T> ? timed(ahead) : ahead;
    }

    @Override
    public Reader<Object> map_readers(Closure<?> function, Reader<?>... readers) {
        return Reader.map(List.of(readers), elements -> function.call(elements.toArray()));
    }

    @Override
    public <T> Reader<T> firstn(Reader<T> reader, int n) {
        return Reader.first(reader, n);
    }

    @Override
    public Reader<Object> chain(Reader<?>... readers) {
        return Reader.chain(List.of(readers));
    }

    @Override
    public <T> Reader<T> cache(Reader<T> reader) {
        return Reader.cache(reader);
    }

    private <T> Reader<T> timed(Reader<T> reader) {
        return new TimedReader<>(reader, process.listener());
    }
}
