package jfab.control.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jfab.PlainText;
import jfab.control.bundle.ConfinedFolder;
import jfab.control.bundle.ReadOutput;
import jfab.control.bundle.TreeItem;
import jfab.control.bundle.Unpacker;
import jfab.control.connection.GroupResult;
import jfab.control.connection.files.FileProblem;
import jfab.control.connection.files.TransferException;
import jfab.control.connection.host.ConnectionException;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.LocalFiles;

/** Brings a job's logs and models to this machine: {@code FOLDER/JOB/HOST/log} and {@code .../output}. */
public final class Fetch {
    /** What the hosts are asked for, by the first part of its name. */
    private static final Set<String> PARTS = Set.of("log", "output", "metrics", ".jfab");

    /** What a host says of the files that it has besides: how many, and the name of one. */
    private static final Pattern LEFT = Pattern.compile("(?m)^left (\\d{1,9}) (.+)$");

    private final Job job;
    private final Map<Host, Left> elsewhere = new ConcurrentHashMap<>();
    private final Map<Host, Left> noFiles = new ConcurrentHashMap<>();
    private final Map<Host, Left> noText = new ConcurrentHashMap<>();

    /** Hosts with a file in {@code output/}. */
    private final Set<Host> saved = ConcurrentHashMap.newKeySet();

    /** Files that are not fetched, and the name of one of them. */
    private record Left(int files, String one) {
        Left and(Left other) {
            return new Left(files + other.files, one);
        }
    }

    public Fetch(Job job) {
        this.job = job;
    }

    /** Fetches from each host; its folder from an earlier fetch is replaced once the new one is complete. One that fails fails alone. */
    public GroupResult<Path> each(Path folder) throws InterruptedException {
        return job.onAll(node -> fetch(node, folder));
    }

    /** The job's folder in {@code folder}. */
    public Path local(Path folder) {
        return folder.resolve(job.id().toString());
    }

    /**
     * Sentences on what was left on those hosts that were fetched from: what processes wrote elsewhere in the job's directory, and what
     * is not brought.
     */
    public List<String> left() {
        return Stream.of(
                        left(
                                elsewhere,
                                "file that processes wrote outside output/",
                                "files that processes wrote outside output/"),
                        left(
                                noFiles,
                                "link out of the job's files, device or pipe",
                                "links out of the job's files, devices or pipes"),
                        left(
                                noText,
                                "file or folder with a name that is not UTF-8",
                                "files or folders with names that are not UTF-8"))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<String> left(Map<Host, Left> left, String one, String more) {
        Optional<Host> first =
                job.hosts().hosts().stream().filter(left::containsKey).findFirst();
        int files = left.values().stream().mapToInt(Left::files).sum();
        return first.map(host -> "not fetched: " + files + " "
                + (files == 1 ? one + ", " : more + ", one of them ") + host + ":"
                + job.description().directoryOn(host) + "/"
                + Objects.requireNonNull(left.get(host)).one());
    }

    /** Whether no host that was fetched from has a file in {@code output/}, where models are saved. */
    public boolean savedNothing() {
        return saved.isEmpty();
    }

    private Path fetch(Node node, Path folder) {
        String name = nameOf(node.host(), job.description().hosts());
        Path target = local(folder).resolve(name);
        try {
            ConfinedFolder confined = new ConfinedFolder(Files.createDirectories(folder));
            Path incoming = confined.place(job.id() + "/." + name + ".incoming");
            Path lock = incoming.resolveSibling("." + name + ".lock");
            try (FileChannel _ = locked(lock)) {
                LocalFiles.remove(incoming);
                try {
                    receive(node, incoming);
                    LocalFiles.remove(target);
                    Files.move(incoming, target);
                } finally {
                    LocalFiles.remove(incoming);
                    Files.deleteIfExists(lock);
                }
            }
            return target;
        } catch (FileSystemException e) {
            throw new TransferException(node.host(), target.toString(), "cannot write here: " + FileProblem.of(e), e);
        } catch (IOException e) {
            throw new TransferException(node.host(), target.toString(), FileProblem.of(e), e);
        }
    }

    /** Two that fetch the same would take each other's files away. */
    private static FileChannel locked(Path lock) throws IOException {
        FileChannel channel =
                FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another one of this process.
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new IOException("another fetch is writing there");
    }

    private void receive(Node node, Path incoming) throws IOException {
        try (ReadOutput archive =
                ReadOutput.by(in -> Unpacker.unpack(in, incoming, PARTS, name -> leave(node.host(), name)))) {
            Matcher said = LEFT.matcher(PlainText.of(archived(node, archive)));
            if (said.find()) {
                elsewhere.put(node.host(), new Left(Integer.parseInt(said.group(1)), said.group(2)));
            }
        }
        // Every host of a job has its records there: without them, what was fetched before is worth more.
        if (!Files.isDirectory(incoming.resolve(".jfab"), LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("the host sent nothing of the job");
        }
        Path output = incoming.resolve("output");
        if (Files.isDirectory(output, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> tree = Files.walk(output)) {
                if (tree.anyMatch(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))) {
                    saved.add(node.host());
                }
            }
        }
    }

    private void leave(Host host, String name) {
        Left one = new Left(1, PlainText.of(name));
        if (TreeItem.isText(name)) {
            noFiles.merge(host, one, Left::and);
            return;
        }
        noText.merge(host, one, Left::and);
        if (name.startsWith("output/")) {
            // It is a model perhaps, and whoever reads of it is not to read that there is none.
            saved.add(host);
        }
    }

    private String archived(Node node, ReadOutput archive) throws IOException {
        try {
            return node.archive(job.id(), archive);
        } catch (ConnectionException e) {
            archive.check();
            throw e;
        }
    }

    /** With the user where the job has the same host for two of them. */
    static String nameOf(Host host, List<Host> all) {
        String name = plain(host);
        boolean shared = all.stream()
                .anyMatch(other -> !other.equals(host) && plain(other).equals(name));
        return shared && host.user() != null ? host.user() + "@" + name : name;
    }

    private static String plain(Host host) {
        String name = host.name().replace(':', '_');
        return host.port() > 0 ? name + "_" + host.port() : name;
    }
}
