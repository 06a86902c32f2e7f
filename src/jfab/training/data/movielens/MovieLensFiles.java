package jfab.training.data.movielens;

import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jfab.training.data.ByteSource;
import jfab.training.data.DataException;
import jfab.training.data.TextLine;
import jfab.training.data.TextLines;

/**
 * The three files, in a folder or in the published zip.
 *
 * @param place the folder that holds them, or the zip
 */
record MovieLensFiles(Path place) {
    static final String USERS = "users.dat";
    static final String MOVIES = "movies.dat";
    static final String RATINGS = "ratings.dat";
    private static final String NAME = "ml-1m";

    /** Looks for the files in {@code place}, in its folder {@code ml-1m} and its {@code ml-1m.zip}. */
    static MovieLensFiles find(Path place) {
        if (Files.isRegularFile(place)) {
            return new MovieLensFiles(place);
        }
        for (Path folder : List.of(place, place.resolve(NAME))) {
            if (Stream.of(USERS, MOVIES, RATINGS).anyMatch(name -> Files.exists(folder.resolve(name)))) {
                return new MovieLensFiles(folder);
            }
        }
        Path zip = place.resolve(NAME + ".zip");
        if (Files.isRegularFile(zip)) {
            return new MovieLensFiles(zip);
        }
        throw new DataException(
                place.toAbsolutePath().normalize(),
                "has neither " + NAME + ".zip nor " + USERS + ", " + MOVIES + " and " + RATINGS);
    }

    /** Says whether {@code name} is there, before anybody reads it. */
    void check(String name) {
        open(name).close();
    }

    /** The lines of one of the files, from its beginning. */
    TextLines lines(String name) {
        return new TextLines(open(name));
    }

    /** The rows of one of the files by their id, in its order. */
    <T> Map<Integer, T> table(String name, int fields, Function<Fields, T> parse, ToIntFunction<T> id) {
        Map<Integer, T> rows = new LinkedHashMap<>();
        TextLines lines = lines(name);
        while (lines.hasNext()) {
            TextLine line = lines.next();
            T row = parse.apply(Fields.of(line, fields));
            if (rows.put(id.applyAsInt(row), row) != null) {
                throw line.error(": the id " + id.applyAsInt(row) + " is there a second time");
            }
        }
        if (rows.isEmpty()) {
            throw lines.error("holds no lines");
        }
        return rows;
    }

    private ByteSource open(String name) {
        if (Files.isDirectory(place)) {
            return ByteSource.open(place.resolve(name));
        }
        try {
            return entry(new ZipFile(place.toFile()), name);
        } catch (IOException e) {
            throw DataException.reading(place, e);
        }
    }

    private ByteSource entry(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.stream()
                .filter(candidate ->
                        candidate.getName().equals(name) || candidate.getName().endsWith("/" + name))
                .findFirst()
                .orElse(null);
        if (entry == null) {
            zip.close();
            throw new DataException(place, "holds no " + name);
        }
        return ByteSource.ofEntry(place, name, new FilterInputStream(zip.getInputStream(entry)) {
            @Override
            public void close() throws IOException {
                zip.close();
            }
        });
    }
}
