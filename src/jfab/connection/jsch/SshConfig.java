package jfab.connection.jsch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import jfab.connection.ConnectionException;

/**
 * An ssh_config: blocks of settings for the host names that they match, read as ssh_config(5) says.
 *
 * <p>Match blocks are used for {@code all}, and are passed over otherwise.
 */
record SshConfig(List<Block> blocks) {
    SshConfig {
        blocks = List.copyOf(blocks);
    }

    /** Settings for names that match. */
    record Block(HostPattern names, List<Setting> settings) {}

    /** One line: a keyword in lower case and its arguments. */
    record Setting(Path file, int line, String keyword, List<String> arguments) {
        /** The sole argument. */
        String value() {
            return arguments.getFirst();
        }

        ConnectionException wrong(String problem) {
            return ConnectionException.settings(file + ":" + line + ": " + problem);
        }
    }

    /** The settings for {@code name} in the file's order. The first of a keyword counts. */
    Stream<Setting> settingsFor(String name) {
        return blocks.stream().filter(block -> block.names().matches(name)).flatMap(block -> block.settings().stream());
    }

    static SshConfig read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw ConnectionException.settings("cannot read the ssh_config " + file + ": " + e.getMessage());
        }
        List<Block> blocks = new ArrayList<>();
        List<Setting> settings = new ArrayList<>();
        HostPattern names = new HostPattern(List.of("*"));
        for (int i = 0; i < lines.size(); i++) {
            List<String> words = words(lines.get(i));
            if (words.isEmpty()) {
                continue;
            }
            String keyword = words.getFirst().toLowerCase(Locale.ROOT);
            Setting setting = new Setting(file, i + 1, keyword, words.subList(1, words.size()));
            if (setting.arguments().isEmpty()) {
                throw setting.wrong(words.getFirst() + " lacks its value");
            }
            if (keyword.equals("host") || keyword.equals("match")) {
                blocks.add(new Block(names, List.copyOf(settings)));
                settings.clear();
                names = names(setting);
            } else {
                settings.add(setting);
            }
        }
        blocks.add(new Block(names, List.copyOf(settings)));
        return new SshConfig(blocks);
    }

    private static HostPattern names(Setting setting) {
        if (setting.keyword().equals("match")) {
            return new HostPattern(setting.value().equalsIgnoreCase("all") ? List.of("*") : List.of());
        }
        return new HostPattern(setting.arguments());
    }

    /** Words of a line: an equals sign may follow the keyword, double quotes hold blanks, a # starts a comment. */
    static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        int i = 0;
        while (i < line.length()) {
            char letter = line.charAt(i);
            if (Character.isWhitespace(letter) || (letter == '=' && words.size() == 1)) {
                i++;
                continue;
            }
            if (letter == '#') {
                break;
            }
            boolean quoted = letter == '"';
            int start = quoted ? ++i : i;
            while (i < line.length() && (quoted ? line.charAt(i) != '"' : !ends(line.charAt(i), words))) {
                i++;
            }
            words.add(line.substring(start, i));
            if (quoted) {
                i++;
            }
        }
        return words;
    }

    private static boolean ends(char letter, List<String> words) {
        return Character.isWhitespace(letter) || (letter == '=' && words.isEmpty());
    }
}
