package jfab.script;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import jfab.UserFolders;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/**
 * Compiled scripts in a private folder, each an archive that is named after the digest of what it was made from: Groovy's
 * compiler takes most of a second, reading what it left takes nothing.
 *
 * <p>A cache that cannot be read or written, or that others can write, is passed over; what nobody read for a month is deleted.
 */
record ScriptCache(Path folder) {
    private static final Duration KEPT = Duration.ofDays(30);

    /** The user's. */
    static ScriptCache ofUser() {
        return new ScriptCache(UserFolders.cache().resolve("scripts"));
    }

    /** The classes that {@code sources} stand for, compiled only where they are not here. */
    ScriptClasses get(List<String> sources, Supplier<ScriptClasses> compiler) {
        if (!isPrivate()) {
            return compiler.get();
        }
        Path file = folder.resolve(digest(sources));
        ScriptClasses kept = read(file);
        if (kept != null) {
            return kept;
        }
        ScriptClasses fresh = compiler.get();
        write(file, fresh);
        return fresh;
    }

    /** Whether nobody else can put classes here; a folder that is missing is made so. */
    private boolean isPrivate() {
        try {
            return UserFolders.closed(folder);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static @Nullable ScriptClasses read(Path file) {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        String script = null;
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                script = script == null ? entry.getName() : script;
                bytes.put(entry.getName(), in.readAllBytes());
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        } catch (IOException e) {
            return null;
        }
        return script == null ? null : new ScriptClasses(script, bytes);
    }

    private void write(Path file, ScriptClasses classes) {
        try {
            prune();
            UserFolders.replace(file, part -> {
                try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(part))) {
                    put(out, classes.script(), classes);
                    for (String name : classes.bytes().keySet()) {
                        if (!name.equals(classes.script())) {
                            put(out, name, classes);
                        }
                    }
                }
            });
        } catch (IOException | UnsupportedOperationException e) {
            // A read-only home: the script is compiled again next time.
        }
    }

    private static void put(ZipOutputStream out, String name, ScriptClasses classes) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(classes.bytes().getOrDefault(name, new byte[0]));
        out.closeEntry();
    }

    private void prune() throws IOException {
        Instant oldest = Instant.now().minus(KEPT);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static String digest(List<String> sources) {
        MessageDigest digest = DigestUtils.getSha256Digest();
        for (String source : sources) {
            byte[] bytes = source.getBytes(StandardCharsets.UTF_8);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
