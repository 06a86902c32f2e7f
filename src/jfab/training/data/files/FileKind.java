package jfab.training.data.files;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.data.ReaderException;

/** What lies in the files of a set, and how it is told apart. */
sealed interface FileKind {
    /** The samples in {@code place}, anew in each pass. */
    Iterable<Item> items(Path place);

    Map<String, Object> description();

    /** The same, of which only these fields are needed. */
    default FileKind needing(Collection<String> fields) {
        return this;
    }

    /** What {@link #description} has described. */
    static FileKind of(Map<String, ?> described) {
        return switch (String.valueOf(described.get("kind"))) {
            case "table" ->
                new Table(
                        String.valueOf(described.get("separator")).charAt(0),
                        !Boolean.FALSE.equals(described.get("quotes")),
                        described.get("header") instanceof List<?> names
                                ? names.stream().map(String::valueOf).toList()
                                : List.of());
            case "pictures" -> new Folder(Folder.Content.PICTURES);
            case "texts" -> new Folder(Folder.Content.TEXTS);
            default -> throw new ReaderException("there is no kind of files '" + described.get("kind") + "'");
        };
    }

    /**
     * Lines of fields between separators, the first of which names them.
     *
     * @param quotes whether what stands in quotes may hold separators and ends of lines
     * @param separator a space for runs of them
     * @param header the names where no line has them; empty where the first one does
     * @param needed those of them that lines may have alone, as where nobody knows the answers yet
     */
    record Table(char separator, boolean quotes, List<String> header, List<String> needed) implements FileKind {
        public Table {
            header = List.copyOf(header);
            needed = List.copyOf(needed);
        }

        Table(char separator, boolean quotes, List<String> header) {
            this(separator, quotes, header, header);
        }

        @Override
        public FileKind needing(Collection<String> fields) {
            return new Table(
                    separator,
                    quotes,
                    header,
                    header.stream().filter(fields::contains).toList());
        }

        @Override
        public Iterable<Item> items(Path place) {
            return () -> new TableLines(place, this);
        }

        @Override
        public Map<String, Object> description() {
            Map<String, Object> described = new LinkedHashMap<>();
            described.put("kind", "table");
            described.put("separator", String.valueOf(separator));
            described.put("quotes", quotes);
            described.put("header", header);
            return described;
        }
    }

    /** A folder per class, with a file per sample. */
    record Folder(Content content) implements FileKind {
        /** What the files are. */
        enum Content {
            PICTURES,
            TEXTS
        }

        @Override
        public Iterable<Item> items(Path place) {
            return () -> ClassFolders.items(place, content).iterator();
        }

        @Override
        public Map<String, Object> description() {
            return Map.of("kind", content == Content.PICTURES ? "pictures" : "texts");
        }
    }
}
