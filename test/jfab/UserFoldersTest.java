package jfab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserFoldersTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "~, /home/me",
        "~/, /home/me",
        "~/a/b, /home/me/a/b",
        "~other/a, /here/~other/a",
        "a/~, /here/a/~",
        "/a, /a",
        "'', /here/",
    })
    void aTildeIsTheHomeWhereItIsTheFirstFolder(String path, Path meant) {
        assertEquals(meant, UserFolders.resolve(path, Path.of("/home/me"), Path.of("/here")));
    }

    @Test
    void aFileIsReplacedWholeByAPrivateOneOrNotAtAll() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "before");
        assertThrows(
                IOException.class,
                () -> UserFolders.replace(file, part -> {
                    Files.writeString(part, "half");
                    throw new IOException("the disk is full");
                }));
        assertEquals("before", Files.readString(file));
        UserFolders.replace(file, part -> {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(part)));
            Files.writeString(part, "after");
        });
        assertEquals("after", Files.readString(file));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }
}
