package jfab.training.data.cifar;

import java.util.List;

/**
 * The training or the test pictures.
 *
 * @param batches names of the files in the Python version; the binary version appends {@link #BINARY}
 */
record CifarSet(List<String> batches) {
    static final String BINARY = ".bin";
    static final CifarSet TRAIN =
            new CifarSet(List.of("data_batch_1", "data_batch_2", "data_batch_3", "data_batch_4", "data_batch_5"));
    static final CifarSet TEST = new CifarSet(List.of("test_batch"));
}
