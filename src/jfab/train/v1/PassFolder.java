package jfab.train.v1;

import java.nio.file.Path;

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

    private static Path root(ConfigFlags flags) {
        return Path.of(flags.optional("save_dir").orElse("./output"));
    }
}
