package jfab.training.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** A file in the format of the UCI housing data, with invented houses. */
final class HousingFile {
    private HousingFile() {}

    static Path write(Path folder, int rows) throws IOException {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < 13; column++) {
                text.append(' ').append(random.nextInt(1000) / 10.0);
            }
            text.append(' ').append(5 + random.nextInt(450) / 10.0).append('\n');
        }
        return Files.writeString(folder.resolve("housing.data"), text);
    }
}
