package jfab.training.data.cifar;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import jfab.training.data.Sample;

/** One pass over the pictures of a set, file after file. */
final class CifarPass implements Iterator<Sample> {
    private final BatchFiles files;
    private Iterator<Sample> pictures = Collections.emptyIterator();
    private boolean ended;

    CifarPass(BatchFiles files) {
        this.files = files;
    }

    @Override
    public boolean hasNext() {
        while (!ended && !pictures.hasNext()) {
            BatchFile file = files.next();
            if (file == null) {
                ended = true;
                files.close();
            } else {
                pictures = file.binary()
                        ? new BinaryPictures(file.bytes())
                        : PickledBatch.read(file.bytes()).pictures();
            }
        }
        return !ended;
    }

    @Override
    public Sample next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return pictures.next();
    }
}
