package jfab.training.engine.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import jfab.training.engine.HostTensor;
import jfab.training.engine.Tensor;
import jfab.training.engine.checkpoint.PartManifest.Run;
import jfab.training.program.Shape;

/** The parts of one checkpoint, from which any run of any variable can be put together, however it was cut when it was saved. */
public final class Parts {
    private final Path folder;
    private final List<PartManifest> manifests;
    private final Set<String> verified = new LinkedHashSet<>();

    Parts(Path folder, List<PartManifest> manifests) {
        this.folder = folder;
        this.manifests = manifests;
    }

    /** Refuses what is of another program, and what is not as it was written. */
    void check(String program, boolean complete) {
        for (PartManifest manifest : manifests) {
            if (!manifest.program().equals(program)) {
                throw new CheckpointException(
                        folder,
                        "is a checkpoint of another program: its variables or operators are not those of this script");
            }
            Path values = manifest.values(folder);
            long size = size(values);
            if (size != manifest.bytes()) {
                throw new CheckpointException(
                        values,
                        size < 0
                                ? "is missing, and the checkpoint cannot be used without it"
                                : "is damaged: it has " + size + " bytes and was written with " + manifest.bytes());
            }
        }
        int expected = manifests.stream().mapToInt(PartManifest::parts).max().orElse(0);
        if (complete && manifests.size() < expected) {
            throw new CheckpointException(
                    folder,
                    "lacks " + (expected - manifests.size()) + " of its " + expected + " parts; it has " + names());
        }
    }

    /** Whether each of {@code pieces} can be put together from what is here. */
    public boolean cover(List<Piece> pieces) {
        return pieces.stream().allMatch(piece -> gap(piece) < 0);
    }

    /** Fills the tensor of {@code target}; the elements may come from several parts. */
    public void read(Piece target) {
        long gap = gap(target);
        if (gap >= 0) {
            throw new CheckpointException(
                    folder, "has no element " + gap + " of '" + target.variable() + "'; it has the parts " + names());
        }
        long filled = target.offset();
        long end = target.offset() + target.length();
        int width = target.tensor().type().bytes();
        while (filled < end) {
            long at = filled;
            PartManifest manifest = holder(target.variable(), at).orElseThrow();
            Run run = run(manifest, target.variable(), at).orElseThrow();
            Tensor source = load(manifest, run, target);
            long until = Math.min(end, run.end());
            int bytes = Math.toIntExact((until - at) * width);
            target.tensor().write((at - target.offset()) * width, source.bytes((at - run.offset()) * width, bytes));
            filled = until;
        }
    }

    /** How many training steps the script had made whose process wrote the part {@code name}. */
    public Optional<Long> position(String name) {
        return manifests.stream()
                .filter(manifest -> manifest.name().equals(name))
                .map(PartManifest::position)
                .findFirst();
    }

    /** The name of the first part that is {@code wanted}. */
    public Optional<String> find(Predicate<String> wanted) {
        return manifests.stream().map(PartManifest::name).filter(wanted).findFirst();
    }

    /** The names of all variables that any part has something of. */
    public List<String> variables() {
        return manifests.stream()
                .flatMap(manifest -> manifest.pieces().stream())
                .map(Run::variable)
                .distinct()
                .toList();
    }

    /** The number of elements of {@code variable} that the first part has which has any; 0 if there is none. */
    public long length(String variable) {
        return manifests.stream()
                .flatMap(manifest -> manifest.pieces().stream())
                .filter(run -> run.variable().equals(variable))
                .mapToLong(Run::length)
                .findFirst()
                .orElse(0);
    }

    /** The first element of {@code target} that no part has, or -1. */
    private long gap(Piece target) {
        long at = target.offset();
        while (at < target.offset() + target.length()) {
            Optional<PartManifest> holder = holder(target.variable(), at);
            if (holder.isEmpty()) {
                return at;
            }
            at = run(holder.get(), target.variable(), at).orElseThrow().end();
        }
        return -1;
    }

    private Optional<PartManifest> holder(String variable, long element) {
        return manifests.stream()
                .filter(manifest -> run(manifest, variable, element).isPresent())
                .findFirst();
    }

    private static Optional<Run> run(PartManifest manifest, String variable, long element) {
        return manifest.pieces().stream()
                .filter(run -> run.variable().equals(variable) && run.offset() <= element && element < run.end())
                .findFirst();
    }

    private Tensor load(PartManifest manifest, Run run, Piece target) {
        Path values = manifest.values(folder);
        verify(manifest, values);
        Tensor source = HostTensor.zeros(Shape.of(run.length()), target.tensor().type());
        Map<String, Tensor> targets = new HashMap<>();
        targets.put(run.key(), source);
        Safetensors.read(values, targets);
        return source;
    }

    private void verify(PartManifest manifest, Path values) {
        try {
            if (verified.add(manifest.name()) && Checkpoints.checksum(values) != manifest.checksum()) {
                throw new CheckpointException(values, "is damaged: its content is not what was written");
            }
        } catch (IOException e) {
            throw new CheckpointException(values, "cannot be read: " + e.getMessage(), e);
        }
    }

    private String names() {
        return manifests.stream().map(PartManifest::name).sorted().collect(Collectors.joining(", "));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return -1;
        }
    }
}
