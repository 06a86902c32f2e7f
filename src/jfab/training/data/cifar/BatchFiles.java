package jfab.training.data.cifar;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** The files of one set, one after another; each is valid until the next one is asked for. */
interface BatchFiles extends Closeable {
    /** The next file, or null after the last. */
    @Nullable
    BatchFile next();

    @Override
    void close();
}
