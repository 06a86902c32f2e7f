package jfab.training.data.cifar;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jfab.training.data.ByteSource;
import jfab.training.data.Sample;

/** A file of the Python version: a dictionary with the array {@code data} and the list {@code labels}. */
record PickledBatch(ByteSource source, List<Pickled> labels, Pickled.Text pixels) {
    static PickledBatch read(ByteSource source) {
        if (!(Pickle.read(source) instanceof Pickled.Table(Map<String, Pickled> entries))) {
            throw source.error("at byte 0: holds no dictionary");
        }
        if (!(entries.get("labels") instanceof Pickled.Row(List<Pickled> labels))) {
            throw source.error("its dictionary " + entries.keySet() + " has no list of labels");
        }
        if (!(entries.get("data") instanceof Pickled.Array(List<Long> shape, Pickled.Text pixels))) {
            throw source.error("its dictionary " + entries.keySet() + " has no array of data");
        }
        if (!shape.equals(List.of((long) labels.size(), (long) Cifar10.PIXELS))
                || pixels.bytes().length != (long) labels.size() * Cifar10.PIXELS) {
            throw source.error("at byte " + pixels.offset() + ": data has the shape " + shape + " and "
                    + pixels.bytes().length + " bytes, for " + labels.size() + " labels");
        }
        return new PickledBatch(source, labels, pixels);
    }

    Iterator<Sample> pictures() {
        return IntStream.range(0, labels.size()).mapToObj(this::picture).iterator();
    }

    private Sample picture(int record) {
        if (!(labels.get(record) instanceof Pickled.Whole(long label, long offset))) {
            throw source.error("record " + record + ": its label is no number");
        }
        String where = "record " + record + " at byte " + offset;
        return Picture.sample(source, where, label, pixels.bytes(), record * Cifar10.PIXELS);
    }
}
