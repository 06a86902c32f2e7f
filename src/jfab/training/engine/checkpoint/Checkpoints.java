package jfab.training.engine.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import jfab.training.engine.Tensor;

/**
 * The checkpoints of a job in a folder, {@code checkpoint_<step>} each, to which every process adds its own part.
 *
 * <ul>
 *   <li>The folder may be on a disk that all share, or each host has its own; then it holds the parts of that host.
 *   <li>A part is there as a whole or not at all: values first, then its description, both written aside and renamed.
 *   <li>{@code _SUCCESS} stands in a checkpoint whose parts are all in this folder.
 * </ul>
 *
 * @param folder made when it is first written to
 * @param keep how many complete checkpoints stay when newer ones are written
 */
public record Checkpoints(Path folder, int keep) {
    static final String PREFIX = "checkpoint_";
    static final String SUCCESS = "_SUCCESS";

    /** So many more stay where no host sees all parts: the slowest process may be two behind. */
    private static final int LAG = 2;

    public Checkpoints {
        if (keep < 1) {
            throw new IllegalArgumentException("at least 1 checkpoint must be kept, not " + keep);
        }
    }

    /**
     * Writes {@code part} to the disk, and removes what is too old.
     *
     * @throws CheckpointException also where a value is NaN or infinite: whoever went back to it would begin with it each time
     */
    public void write(Part part) {
        Path checkpoint = at(part.step());
        part.pieces().stream()
                .filter(piece -> !FiniteValues.in(piece.tensor()))
                .findFirst()
                .ifPresent(piece -> {
                    throw new CheckpointException(
                            checkpoint, "is not written, since '" + piece.variable() + "' is NaN or infinite");
                });
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        part.all().forEach(piece -> tensors.put(piece.key(), piece.tensor()));
        Path values = checkpoint.resolve(part.name() + ".safetensors");
        Safetensors.write(values, tensors);
        try {
            PartManifest manifest = PartManifest.of(part, Files.size(values), checksum(values));
            publish(checkpoint.resolve(part.name() + PartManifest.SUFFIX), manifest.json());
            if (manifests(checkpoint).size() >= part.parts()) {
                publish(checkpoint.resolve(SUCCESS), "");
            }
            prune();
        } catch (IOException e) {
            throw new CheckpointException(checkpoint, "cannot be written: " + e.getMessage(), e);
        }
    }

    /** The steps of all checkpoints that have a part here, newest first. */
    public List<Long> steps() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(path -> path.getFileName().toString())
                    .filter(name -> name.matches(PREFIX + "\\d{1,18}"))
                    .map(name -> Long.parseLong(name.substring(PREFIX.length())))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (IOException e) {
            throw new CheckpointException(folder, "cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The parts of the checkpoint after {@code step} steps that are here.
     *
     * @param program the digest of the program that they must belong to
     * @param preferred name of the part whose values count where several have the same
     */
    public Parts open(long step, String program, String preferred) {
        Path checkpoint = at(step);
        List<PartManifest> manifests = manifests(checkpoint).stream()
                .map(PartManifest::read)
                .sorted(Comparator.comparing(manifest -> !manifest.name().equals(preferred)))
                .toList();
        Parts parts = new Parts(checkpoint, manifests);
        parts.check(program, complete(step));
        return parts;
    }

    /** Whether all parts of the checkpoint after {@code step} steps are in this folder. */
    public boolean complete(long step) {
        return Files.exists(at(step).resolve(SUCCESS));
    }

    /** Removes the checkpoints after later steps than {@code step}: training that went back there will not come by them again. */
    public void discardAfter(long step) {
        discardAfter(step, steps());
    }

    /** Removes those of {@code known} that are after later steps than {@code step}. */
    public void discardAfter(long step, List<Long> known) {
        known.stream().filter(later -> later > step).forEach(later -> delete(at(later)));
    }

    private Path at(long step) {
        return folder.resolve(PREFIX + step);
    }

    private void prune() {
        int complete = 0;
        List<Long> steps = steps();
        for (int i = 0; i < steps.size(); i++) {
            Path checkpoint = at(steps.get(i));
            boolean whole = complete(steps.get(i));
            // Later ones may lack a part for good: that of a process whose values are no numbers any more.
            if (complete >= keep || (i >= keep + LAG && !whole)) {
                delete(checkpoint);
            } else if (whole) {
                complete++;
            }
        }
    }

    /** Another process may be deleting the same: what is gone already is no error. */
    private static void delete(Path checkpoint) {
        try {
            // First what makes it a checkpoint.
            Files.deleteIfExists(checkpoint.resolve(SUCCESS));
            for (String suffix : List.of(PartManifest.SUFFIX, "")) {
                try (Stream<Path> files = Files.list(checkpoint)) {
                    for (Path file : files.filter(path -> path.toString().endsWith(suffix))
                            .toList()) {
                        Files.deleteIfExists(file);
                    }
                }
            }
            Files.deleteIfExists(checkpoint);
        } catch (IOException e) {
            if (Files.exists(checkpoint)) {
                throw new CheckpointException(checkpoint, "cannot be removed: " + e.getMessage(), e);
            }
        }
    }

    private static List<Path> manifests(Path checkpoint) {
        try (Stream<Path> files = Files.list(checkpoint)) {
            return files.filter(file -> file.toString().endsWith(PartManifest.SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new CheckpointException(checkpoint, "cannot be read: " + e.getMessage(), e);
        }
    }

    static long checksum(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] piece = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                crc.update(piece, 0, count);
            }
        }
        return crc.getValue();
    }

    private static void publish(Path file, String text) throws IOException {
        // Several processes may publish the same mark.
        Path temporary = Files.createTempFile(file.getParent(), "." + file.getFileName(), ".tmp");
        try {
            try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                out.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
