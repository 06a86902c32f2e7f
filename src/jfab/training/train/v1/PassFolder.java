package jfab.training.train.v1;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfab.training.engine.checkpoint.CheckpointException;

/** The folders of saved passes below {@code --save_dir}. */
final class PassFolder {
    private PassFolder() {}

    /** {@code pass-00003}. */
    static Path of(ConfigFlags flags, int pass) {
        return root(flags).resolve("pass-%05d".formatted(pass));
    }

    /** {@code pass-00003-200}: within a pass. */
    static Path of(ConfigFlags flags, int pass, int batch) {
        return root(flags).resolve("pass-%05d-%03d".formatted(pass, batch));
    }

    /**
     * Makes the folder of all passes, before a pass is trained in vain.
     *
     * @throws CheckpointException if nothing can be saved there
     */
    static void prepare(ConfigFlags flags) {
        Path root = root(flags);
        try {
            Files.createDirectories(root);
        } catch (FileAlreadyExistsException e) {
            throw new CheckpointException(root, "parameters cannot be saved there: not a folder", e);
        } catch (IOException e) {
            throw new CheckpointException(root, "parameters cannot be saved there: " + e.getMessage(), e);
        }
        if (!Files.isWritable(root)) {
            throw new CheckpointException(root, "parameters cannot be saved there: no permission to write");
        }
    }

    private static Path root(ConfigFlags flags) {
        return Path.of(flags.optional("save_dir").orElse("./output"));
    }
}
