package jfab.training.data.cifar;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jfab.training.data.DataException;
import jfab.training.data.Reader;
import jfab.training.data.Sample;

/**
 * CIFAR-10: pictures of 32 by 32 pixels in 10 classes. Reads the Python version and the binary one, each in its {@code .tar.gz}
 * or unpacked.
 *
 * <p>Samples are read as they are asked for, in the order of the files; a pass over the Python version holds one of its files.
 * A sample has 3072 numbers from 0 to 1 (32 rows of 32 red pixels, then green, then blue), and the label.
 */
public final class Cifar10 {
    static final int SIDE = 32;
    static final int PIXELS = 3 * SIDE * SIDE;
    static final int CLASSES = 10;
    private static final List<String> ARCHIVES = List.of("cifar-10-python.tar.gz", "cifar-10-binary.tar.gz");
    private static final List<String> FOLDERS = List.of(".", "cifar-10-batches-py", "cifar-10-batches-bin");

    private Cifar10() {}

    /**
     * The 50,000 pictures of the five training files.
     *
     * @param place one of the archives, or a folder that holds an archive, the files, or the files' folder
     */
    public static Reader<Sample> train(Path place) {
        return reader(place, CifarSet.TRAIN);
    }

    /** The 10,000 pictures to test with. */
    public static Reader<Sample> test(Path place) {
        return reader(place, CifarSet.TEST);
    }

    private static Reader<Sample> reader(Path place, CifarSet set) {
        if (Files.isRegularFile(place)) {
            return () -> new CifarPass(ArchiveBatches.open(place, set));
        }
        Optional<Path> folder = FOLDERS.stream()
                .map(place::resolve)
                .map(Path::normalize)
                .filter(candidate -> FolderBatches.holds(candidate, set))
                .findFirst();
        if (folder.isPresent()) {
            FolderBatches.check(folder.get(), set);
            return () -> new CifarPass(new FolderBatches(folder.get(), set));
        }
        Path archive = archives(place)
                .findFirst()
                .orElseThrow(() -> new DataException(
                        place.toAbsolutePath().normalize(),
                        "has neither " + String.join(" nor ", ARCHIVES) + " nor their files "
                                + set.batches().getFirst() + " or "
                                + set.batches().getFirst() + CifarSet.BINARY));
        return () -> new CifarPass(ArchiveBatches.open(archive, set));
    }

    private static Stream<Path> archives(Path folder) {
        return ARCHIVES.stream().map(folder::resolve).filter(Files::isRegularFile);
    }
}
