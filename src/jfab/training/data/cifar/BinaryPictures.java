package jfab.training.data.cifar;

import java.util.Iterator;
import java.util.NoSuchElementException;
import jfab.training.data.ByteSource;
import jfab.training.data.Sample;

/** A file of the binary version: records of one byte for the label and 3072 for the pixels. */
final class BinaryPictures implements Iterator<Sample> {
    private static final int RECORD = 1 + Cifar10.PIXELS;

    private final ByteSource source;
    private byte[] record;
    private long number;

    BinaryPictures(ByteSource source) {
        this.source = source;
        this.record = source.next(RECORD);
        if (record.length == 0) {
            throw source.error("holds no records");
        }
    }

    @Override
    public boolean hasNext() {
        return record.length > 0;
    }

    @Override
    public Sample next() {
        if (record.length == 0) {
            throw new NoSuchElementException();
        }
        String where = "record " + number + " at byte " + number * RECORD;
        if (record.length < RECORD) {
            throw source.error(where + " ends after " + record.length + " of its " + RECORD + " bytes");
        }
        Sample sample = Picture.sample(source, where, record[0] & 0xff, record, 1);
        record = source.next(RECORD);
        number++;
        return sample;
    }
}
