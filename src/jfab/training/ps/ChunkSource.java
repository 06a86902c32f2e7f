package jfab.training.ps;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The content of slices as messages, in order; each is made when it is asked for. */
final class ChunkSource implements Iterator<Message> {
    private final List<SliceView> slices;
    private final ChunkEncoder encoder;
    private int slice;
    private long position;

    ChunkSource(List<SliceView> slices, ChunkEncoder encoder) {
        this.slices = slices;
        this.encoder = encoder;
    }

    @Override
    public boolean hasNext() {
        return slice < slices.size();
    }

    @Override
    public Message next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        SliceView view = slices.get(slice);
        int count = (int) Math.min(MessageCodec.CHUNK, view.length() - position);
        Message values = encoder.encode(slice, position, view.bytes(position, count));
        position += count;
        if (position == view.length()) {
            slice++;
            position = 0;
        }
        return values;
    }
}
