package jfab.reference;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.util.DocTrees;
import groovy.json.JsonGenerator;
import groovy.json.JsonOutput;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.tools.DocumentationTool;
import javax.tools.ToolProvider;
import jdk.javadoc.doclet.Doclet;
import jdk.javadoc.doclet.DocletEnvironment;
import jdk.javadoc.doclet.Reporter;

/** Reads the words that users may write, with their documentation, from the sources. */
public final class Reference implements Doclet {
    /** Where words are written, and the types whose public methods they are. */
    private static final Map<String, List<String>> TYPES = new LinkedHashMap<>(Map.of());

    static {
        String control = "jfab.control.fabfile.";
        TYPES.put("fabfile", List.of(control + "FabfileWords"));
        TYPES.put("cluster", List.of(control + "ClusterWords"));
        TYPES.put("training", List.of(control + "TrainingWords"));
        TYPES.put("connection", List.of("jfab.control.connection.Connection"));
        TYPES.put("group", List.of("jfab.control.connection.Group"));
        TYPES.put(
                "program",
                Stream.concat(
                                Stream.of(
                                                "Layer",
                                                "Image",
                                                "Sequence",
                                                "Arithmetic",
                                                "Activation",
                                                "Shape",
                                                "Reduction",
                                                "Loss",
                                                "Net",
                                                "Initializer",
                                                "Optimizer",
                                                "Gradient",
                                                "Schedule")
                                        .map(name -> "network." + name),
                                Stream.of("Data", "DataFile", "MovieLens", "Reader", "Model", "Trainer", "Process"))
                        .map(name -> "jfab.training.words." + name + "Words")
                        .toList());
        TYPES.put(
                "version1",
                Stream.of("Config", "ConfigLayer", "ConfigImage", "ConfigCost", "ConfigNetwork", "Method", "Provider")
                        .map(name -> "jfab.training.words.v1." + name + "Words")
                        .toList());
    }

    /** How sources list the named arguments of a word, and which they all have. */
    private static final Map<Pattern, List<String>> NAMED = Map.of(
            Pattern.compile("Arguments\\.of\\(\\s*\"(\\w+)\",\\s*\\w+((?:,\\s*\"\\w+\")*)\\)"),
            List.of(),
            Pattern.compile("LayerArguments\\.of\\(\\s*fluid,\\s*\"(\\w+)\",\\s*\\w+((?:,\\s*\"\\w+\")*)\\)"),
            List.of("input", "name", "layer_attr"),
            Pattern.compile("optimizer\\(\\s*\"(\\w+)\",[^;]*?List\\.of\\(((?:\"\\w+\"(?:,\\s*)?)*)\\)"),
            List.of("learning_rate", "regularization", "grad_clip"));

    private static final Pattern NAME = Pattern.compile("\"(\\w+)\"");

    private static final Map<String, List<String>> CONNECTION = ofConnections();

    private static final Map<Path, Map<String, List<String>>> NAMED_OF = new ConcurrentHashMap<>();

    /** The doclet is made by the tool, which gives nothing back. */
    private static final ThreadLocal<List<Word>> FOUND = ThreadLocal.withInitial(ArrayList::new);

    /**
     * A word in one of the ways in which it is called.
     *
     * @param where what kind of text it belongs to, or the type of object that has it as a method
     * @param family the type that has it, without {@code Words}
     * @param parameters type and name of each
     * @param named the named arguments that it takes, where they are known
     * @param needed those of them that it asks for
     * @param returns the simple name of the type that it gives
     * @param doc Markdown
     */
    record Word(
            String where,
            String family,
            String name,
            List<String> parameters,
            List<String> named,
            List<String> needed,
            String returns,
            String doc) {
        /** How many arguments stand without names, as the vocabulary has it. */
        private String count() {
            boolean names = takesNames();
            boolean more = !parameters.isEmpty() && parameters.getLast().contains("... ");
            int count = parameters.size() - (names ? 1 : 0) - (more ? 1 : 0);
            return (names ? "n" : "") + count + (more ? "+" : "");
        }

        private boolean takesNames() {
            return Reference.takesNames(parameters);
        }

        /** As a user writes it, after its head in the sources. */
        String call() {
            List<String> written = new ArrayList<>();
            String body = "";
            for (String parameter : parameters) {
                String type = parameter.replaceFirst(" .*", "");
                if (type.equals("Map")) {
                    written.add(
                            named.isEmpty()
                                    ? parameter.replaceFirst(".* ", "") + ": ..."
                                    : named.stream().map(each -> each + ":").collect(Collectors.joining(", ")));
                } else if (type.equals("Closure") || type.equals("Callable")) {
                    body = " { ... }";
                } else {
                    written.add(parameter);
                }
            }
            return name + (written.isEmpty() && !body.isEmpty() ? "" : "(" + String.join(", ", written) + ")") + body;
        }
    }

    private static Map<String, List<String>> ofConnections() {
        try {
            return Asked.connections();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All words, in the order of the types, then of their names. */
    static List<Word> words() throws Exception {
        FOUND.get().clear();
        DocumentationTool tool = ToolProvider.getSystemDocumentationTool();
        StringWriter said = new StringWriter();
        try (var files = tool.getStandardFileManager(null, null, null)) {
            List<Path> sources = TYPES.values().stream()
                    .flatMap(List::stream)
                    .map(type -> Path.of("src", type.replace('.', '/') + ".java"))
                    .toList();
            boolean done = tool.getTask(
                            said,
                            files,
                            null,
                            Reference.class,
                            List.of(
                                    "-quiet",
                                    "-package",
                                    "-classpath",
                                    System.getProperty("java.class.path"),
                                    "-sourcepath",
                                    "src"),
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!done) {
                throw new IllegalStateException(said.toString());
            }
        }
        return List.copyOf(FOUND.get());
    }

    @Override
    public boolean run(DocletEnvironment environment) {
        Set<TypeElement> given = new LinkedHashSet<>();
        TYPES.forEach((where, names) -> names.forEach(name -> {
            TypeElement type = environment.getElementUtils().getTypeElement(name);
            add(environment, where, type, given);
        }));
        // What the methods of those give is rarely asked for more.
        for (TypeElement type : List.copyOf(given)) {
            add(environment, type.getSimpleName().toString(), type, given);
        }
        return true;
    }

    private static void add(DocletEnvironment environment, String where, TypeElement type, Set<TypeElement> given) {
        List<ExecutableElement> methods = environment.getElementUtils().getAllMembers(type).stream()
                .filter(member -> member.getKind() == ElementKind.METHOD)
                .map(ExecutableElement.class::cast)
                .filter(method -> method.getModifiers().contains(Modifier.PUBLIC)
                        && !method.getModifiers().contains(Modifier.STATIC)
                        && (TYPES.containsKey(where) ? isWord(environment, method) : !ofObject(method)))
                .toList();
        methods.stream()
                .map(method -> word(environment.getDocTrees(), where, method))
                .sorted(Comparator.comparing(Word::name)
                        .thenComparingInt(word -> word.parameters().size())
                        .thenComparing(word -> word.parameters().toString()))
                .forEach(FOUND.get()::add);
        methods.stream()
                .map(method -> environment.getTypeUtils().asElement(method.getReturnType()))
                .filter(TypeElement.class::isInstance)
                .map(TypeElement.class::cast)
                .filter(returned -> isObject(environment, returned))
                .forEach(given::add);
    }

    private static boolean isWord(DocletEnvironment environment, ExecutableElement method) {
        return method.getEnclosingElement().toString().startsWith("jfab.")
                // What records have by themselves is no word.
                && !(method.getEnclosingElement().getKind() == ElementKind.RECORD
                        && environment.getDocTrees().getDocCommentTree(method) == null);
    }

    private static boolean ofObject(ExecutableElement method) {
        return Set.of("equals", "hashCode", "toString", "getClass", "wait", "notify", "notifyAll")
                .contains(method.getSimpleName().toString());
    }

    /**
     * Whether its methods are all that a script can ask of it: maps have keys, and objects of Groovy answer as they like. Properties that
     * can only be set are the named arguments of the word that gives it.
     */
    private static boolean isObject(DocletEnvironment environment, TypeElement type) {
        return type.getQualifiedName().toString().startsWith("jfab.")
                && type.getEnclosingElement().getKind() == ElementKind.PACKAGE
                && TYPES.values().stream()
                        .noneMatch(each -> each.contains(type.getQualifiedName().toString()))
                && environment.getElementUtils().getAllMembers(type).stream()
                        .noneMatch(member -> member.getSimpleName().toString().endsWith("Missing") && !isSetter(member))
                && Stream.of("java.util.Map", "groovy.lang.GroovyObject")
                        .map(each -> environment.getElementUtils().getTypeElement(each))
                        .map(each -> environment.getTypeUtils().erasure(each.asType()))
                        .noneMatch(each -> environment.getTypeUtils().isAssignable(type.asType(), each));
    }

    private static boolean isSetter(Element member) {
        return member instanceof ExecutableElement method
                && method.getSimpleName().contentEquals("propertyMissing")
                && method.getParameters().size() == 2;
    }

    private static Word word(DocTrees trees, String where, ExecutableElement method) {
        String name = method.getSimpleName().toString();
        List<String> parameters = method.getParameters().stream()
                .map(parameter -> simple(parameter.asType().toString()) + " " + parameter.getSimpleName())
                .map(parameter -> method.isVarArgs() ? parameter.replace("[] ", "... ") : parameter)
                .toList();
        DocCommentTree comment = trees.getDocCommentTree(method);
        List<String> named = Set.of("connection", "group").contains(where)
                ? CONNECTION.getOrDefault(name, List.of())
                : where.equals("cluster")
                        ? Asked.CLUSTER.getOrDefault(name, List.of())
                        : named(where, method, parameters);
        return new Word(
                where,
                method.getEnclosingElement().getSimpleName().toString().replaceFirst("Words$", ""),
                name,
                parameters,
                named,
                isOfTraining(where) && parameters.size() == 1 && takesNames(parameters)
                        ? Asked.needed(method.getEnclosingElement().toString(), name, named)
                        : List.of(),
                simple(method.getReturnType().toString()),
                comment == null ? "" : markdown(comment));
    }

    private static boolean isOfTraining(String where) {
        return Set.of("program", "version1").contains(where);
    }

    private static boolean takesNames(List<String> parameters) {
        return !parameters.isEmpty() && parameters.getFirst().startsWith("Map ");
    }

    /** The named arguments of a word: those that its source lists, else those that it says itself. */
    private static List<String> named(String where, ExecutableElement method, List<String> parameters) {
        String name = method.getSimpleName().toString();
        List<String> listed = named(method).getOrDefault(name, List.of());
        return listed.isEmpty() && isOfTraining(where) && takesNames(parameters)
                ? Asked.arguments(method.getEnclosingElement().toString(), name)
                : listed;
    }

    /** The named arguments of the words of a file, which its methods list; the tool reads no bodies. */
    private static Map<String, List<String>> named(ExecutableElement method) {
        Path source = Path.of("src", method.getEnclosingElement().toString().replace('.', '/') + ".java");
        return NAMED_OF.computeIfAbsent(source, file -> {
            Map<String, List<String>> words = new LinkedHashMap<>();
            if (Files.exists(file)) {
                NAMED.forEach((listed, common) -> listed.matcher(read(file))
                        .results()
                        .forEach(asked -> words.put(
                                asked.group(1),
                                Stream.concat(
                                                common.stream(),
                                                NAME.matcher(asked.group(2))
                                                        .results()
                                                        .map(each -> each.group(1)))
                                        .toList())));
            }
            return words;
        });
    }

    /** Without packages, annotations and type arguments. */
    private static String simple(String type) {
        String plain = type;
        for (String before = ""; !before.equals(plain); ) {
            before = plain;
            plain = plain.replaceAll("<[^<>]*>", "").replaceAll("@[\\w.]+(\\([^()]*\\))? ?", "");
        }
        return plain.replaceAll("\\b(?:\\w+\\.)+(\\w)", "$1").replace(", ", "").strip();
    }

    private static String markdown(DocCommentTree comment) {
        String text = comment.getFullBody().stream().map(DocTree::toString).collect(Collectors.joining());
        // As the tool prints what is not ASCII.
        text = Pattern.compile("\\\\u(\\p{XDigit}{4})")
                .matcher(text)
                .replaceAll(character -> Character.toString(Integer.parseInt(character.group(1), 16)));
        text = text.replaceAll("(?s)<pre>\\{@code\\s*(.*?)\\}</pre>", "\n\n```groovy\n$1\n```\n\n");
        text = unwrapped(text);
        List<String> lines = new ArrayList<>();
        boolean code = false;
        for (String line : text.replace("<p>", "\n\n")
                .replaceAll("\\s*<li>\\s*", "\n- ")
                .replaceAll("</?ul>|</li>|</p>", "\n")
                .split("\n", -1)) {
            code ^= line.startsWith("```");
            lines.add(code ? line : line.strip().replaceAll("\\s+", " "));
        }
        return joined(lines).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    }

    /** A paragraph, an item or a block of code in a line of its own each. */
    private static String joined(List<String> lines) {
        StringBuilder text = new StringBuilder();
        boolean code = false;
        boolean apart = true;
        for (String line : lines) {
            boolean fence = line.startsWith("```");
            if (line.isEmpty() && !code) {
                apart = true;
                continue;
            }
            boolean item = !code && line.startsWith("- ");
            text.append(
                    text.isEmpty()
                            ? ""
                            : code || item ? (apart && !code && !item ? "\n\n" : "\n") : apart || fence ? "\n\n" : " ");
            if (item && apart && !text.toString().matches("(?s).*\n- [^\n]*\n")) {
                text.append("\n");
            }
            text.append(line);
            code ^= fence;
            apart = fence && !code;
        }
        return text.toString().strip();
    }

    /** {@code x} as Markdown writes it, also where braces stand in it; links are their last word. */
    private static String unwrapped(String text) {
        StringBuilder plain = new StringBuilder();
        Pattern tag = Pattern.compile("\\{@(code|link|linkplain|literal|value) ?");
        Matcher next = tag.matcher(text);
        int at = 0;
        while (next.find(at)) {
            plain.append(text, at, next.start());
            int end = next.end();
            for (int depth = 1; depth > 0; end++) {
                depth += text.charAt(end) == '{' ? 1 : text.charAt(end) == '}' ? -1 : 0;
            }
            String inside = text.substring(next.end(), end - 1);
            if (next.group(1).startsWith("link")) {
                inside = inside.replaceFirst("^\\S*[.#](\\w+)(\\([^)]*\\))?", "$1")
                        .replaceFirst("^\\S+\\s+(?=\\S)", "");
            }
            plain.append('`').append(inside.replaceAll("\\s+", " ")).append('`');
            at = end;
        }
        return plain.append(text.substring(at)).toString();
    }

    /**
     * For {@code jfab lint}, one word in a line: where it belongs, its name, what it gives, how many arguments it takes, and their
     * names, those that it needs with {@code !}.
     *
     * @param values which texts some arguments may be
     */
    static String vocabulary(List<Word> words, Map<String, List<String>> values) {
        Set<String> places = words.stream().map(Word::where).collect(Collectors.toSet());
        Map<String, List<Word>> ways = words.stream()
                .collect(Collectors.groupingBy(
                        word -> word.where() + " " + word.name(), LinkedHashMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        ways.forEach((key, each) -> {
            Set<String> returns = each.stream()
                    .map(Word::returns)
                    .map(type -> Set.of("Connection", "Group").contains(type) ? type.toLowerCase(Locale.ROOT) : type)
                    .map(type -> places.contains(type) ? type : "-")
                    .collect(Collectors.toSet());
            Set<String> named = each.stream()
                    .filter(Word::takesNames)
                    .flatMap(word -> word.named().isEmpty() ? Stream.of("*") : word.named().stream())
                    .map(name -> each.stream().anyMatch(word -> word.needed().contains(name)) ? name + "!" : name)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            lines.add(key + " " + (returns.size() == 1 ? returns.iterator().next() : "-") + " "
                    + each.stream().map(Word::count).distinct().sorted().collect(Collectors.joining(","))
                    + (named.isEmpty() ? "" : " " + String.join(" ", named.contains("*") ? Set.of("*") : named)));
        });
        values.forEach((argument, texts) -> lines.add("value " + argument + " - 0 " + String.join(" ", texts)));
        return String.join("\n", lines) + "\n";
    }

    /** For IntelliJ: which words a script has, with their documentation. */
    static String gdsl(List<Word> words) {
        StringBuilder text = new StringBuilder("""
                // The words of fabfiles and training programs for IntelliJ, made from the sources: put it into the project's source folder.
                def fabfile = { place -> place?.containingFile?.name == 'fabfile.groovy' }
                """);
        declare(text, "scriptScope()", "fabfile(place)", words, Set.of("fabfile"));
        declare(text, "scriptScope()", "!fabfile(place)", words, Set.of("program", "version1"));
        declare(text, "closureScope(isArg: true)", "fabfile(place)", words, Set.of("fabfile", "connection"));
        for (String block : List.of("cluster", "training")) {
            declare(text, "closureScope(isArg: true)", "enclosingCall('" + block + "')", words, Set.of(block));
        }
        return text.toString();
    }

    private static void declare(StringBuilder text, String scope, String when, List<Word> words, Set<String> places) {
        text.append("\ncontributor(context(filetypes: ['groovy'], scope: ")
                .append(scope)
                .append(")) {\n    if (")
                .append(when)
                .append(") {\n");
        Set<String> declared = new LinkedHashSet<>();
        for (Word word : words) {
            if (places.contains(word.where())) {
                String parameters = word.parameters().stream()
                        .map(parameter -> parameter.replace("...", "[]").split(" ", -1))
                        .map(parts -> parts[1] + ": " + quoted(javaType(parts[0])))
                        .collect(Collectors.joining(", ", "[", "]"));
                String head = "        method(name: " + quoted(word.name()) + ", type: 'java.lang.Object', params: "
                        + parameters.replaceFirst("^\\[\\]$", "[:]");
                if (declared.add(head)) {
                    text.append(head)
                            .append(", doc: ")
                            .append(quoted(word.doc()))
                            .append(")\n");
                }
            }
        }
        text.append("    }\n}\n");
    }

    private static String javaType(String simple) {
        String array = simple.endsWith("[]") ? "[]" : "";
        String name = simple.replace("[]", "");
        return switch (name) {
                    case "Map", "List", "Set", "Collection" -> "java.util." + name;
                    case "Closure" -> "groovy.lang.Closure";
                    case "String", "Object", "Number", "Integer", "Boolean" -> "java.lang." + name;
                    default -> Character.isLowerCase(name.charAt(0)) ? name : "java.lang.Object";
                }
                + array;
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }

    /** For Visual Studio Code and what reads its snippets: a word with its arguments as places to fill. */
    static String snippets(List<Word> words) {
        Map<String, Object> snippets = new TreeMap<>();
        for (Word word : words) {
            if (!Set.of("fabfile", "cluster", "training", "program").contains(word.where())) {
                continue;
            }
            List<String> places = new ArrayList<>();
            String body = "";
            for (String parameter : word.parameters()) {
                String[] parts = parameter.split(" ", -1);
                if (parts[0].equals("Map")) {
                    word.named().forEach(name -> places.add(name + ": ${" + (places.size() + 1) + ":" + name + "}"));
                } else if (parts[0].equals("Closure")) {
                    body = " {\n    $0\n}";
                } else {
                    String quote = parts[0].startsWith("String") ? "'" : "";
                    places.add(quote + "${" + (places.size() + 1) + ":" + parts[1] + "}" + quote);
                }
            }
            String arguments = places.isEmpty() && !body.isEmpty() ? "" : "(" + String.join(", ", places) + ")";
            snippets.putIfAbsent(
                    word.name() + " (" + word.where() + ")",
                    new TreeMap<>(Map.of(
                            "prefix",
                            word.name(),
                            "scope",
                            "groovy",
                            "body",
                            List.of((word.name() + arguments + body).split("\n", -1)),
                            "description",
                            word.doc().lines().findFirst().orElse(""))));
        }
        return JsonOutput.prettyPrint(new JsonGenerator.Options()
                        .disableUnicodeEscaping()
                        .build()
                        .toJson(snippets)) + "\n";
    }

    @Override
    public void init(Locale locale, Reporter reporter) {}

    @Override
    public String getName() {
        return "Reference";
    }

    @Override
    public Set<? extends Option> getSupportedOptions() {
        return Set.of();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latest();
    }

    static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
