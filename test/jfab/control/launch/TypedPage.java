package jfab.control.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of docs that is followed literally.
 *
 * @param typed its commands, and what writes its files, in their order: a block of Groovy begins with its file's name
 * @param shown lines that the page says will come, of its blocks of text; {@code ...} stands for anything
 */
record TypedPage(String typed, List<String> shown) {
    private static final Pattern BLOCK =
            Pattern.compile("^```(sh|groovy|text)\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

    static TypedPage read(Path page) throws IOException {
        StringBuilder typed = new StringBuilder("set -eux\n");
        List<String> shown = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            String text = block.group(2);
            switch (block.group(1)) {
                case "groovy" -> {
                    String name = text.lines().findFirst().orElseThrow().replace("// ", "");
                    typed.append("cat > %s <<'END'\n%sEND\n".formatted(name, text));
                }
                case "text" -> text.lines().forEach(shown::add);
                default -> typed.append(text);
            }
        }
        return new TypedPage(typed.toString(), shown);
    }

    /** Types it in {@code home} until it ends well, as a user who has nothing but that home; gives all that was said. */
    String run(Path home, Path sshConfig) throws IOException, InterruptedException {
        Path out = home.resolve("typed.out");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", typed)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("JFAB_"));
        builder.environment().put("HOME", home.toString());
        builder.environment().put("JFAB_SSH_CONFIG", sshConfig.toString());
        Process process = builder.start();
        boolean ended = process.waitFor(240, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(out);
        assertTrue(ended, said);
        assertEquals(0, process.exitValue(), said);
        assertEquals(List.of(), shown.stream().filter(line -> !came(line, said)).toList(), said);
        return said;
    }

    private static boolean came(String line, String said) {
        String pattern =
                Stream.of(line.split("\\.\\.\\.", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile("^" + pattern + "$", Pattern.MULTILINE)
                .matcher(said)
                .find();
    }
}
