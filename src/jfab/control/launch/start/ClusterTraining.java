package jfab.control.launch.start;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfab.control.bundle.EngineBundle;
import jfab.control.connection.Group;
import jfab.control.connection.command.Command;
import jfab.control.connection.host.Host;
import jfab.control.launch.Job;
import jfab.control.launch.LaunchException;
import jfab.control.launch.LaunchListener;
import jfab.role.Role;
import jfab.script.ScriptCheck.Kind;

/** Starts jobs as {@code jfab cluster-train} and {@code training.start} ask for them. */
public final class ClusterTraining {
    private static final int NAMED = 20;

    private final ClusterSpec cluster;
    private final Function<Boolean, EngineBundle> bundles;
    private final LaunchListener listener;

    /**
     * Jobs on {@code cluster}.
     *
     * @param bundles jfab's engine, built for GPUs or not
     */
    public ClusterTraining(ClusterSpec cluster, Function<Boolean, EngineBundle> bundles, LaunchListener listener) {
        this.cluster = cluster;
        this.bundles = bundles;
        this.listener = listener;
    }

    /**
     * Starts a job on {@code hosts}; it goes on by itself when this returns.
     *
     * @param words flags for its processes, as they were typed
     * @param measured whether it is found out first how fast the hosts send to each other
     */
    public Job start(Group hosts, Payload payload, List<String> words, boolean measured) throws InterruptedException {
        JobSpec spec = spec(payload, EngineFlags.of(words), measured);
        if (payload instanceof Payload.Folder folder) {
            leadingOut(folder.folder()).forEach(listener::notice);
            folder.results().ifPresent(listener::notice);
        }
        return new Launcher(spec, listener).start(hosts);
    }

    /** A sentence for each link of a package that does not lead to a part of it. */
    private static List<String> leadingOut(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            List<String> sentences = new ArrayList<>();
            for (Path link : tree.filter(Files::isSymbolicLink).toList()) {
                Path target = Files.readSymbolicLink(link);
                Path meant = link.resolveSibling(target).normalize();
                if (target.isAbsolute() || !meant.startsWith(folder.normalize())) {
                    sentences.add(link + " leads to " + target
                            + ", out of the package: it is sent as the link that it is, and leads"
                            + " there to what the host has");
                } else if (!Files.exists(link)) {
                    sentences.add(link + " leads to " + target + ", which does not exist");
                }
            }
            return sentences;
        } catch (IOException | UncheckedIOException e) {
            throw new LaunchException(folder + " cannot be read: " + e.getMessage());
        }
    }

    /** What {@link #start} would send and start, as sentences; no host is asked, so its ports are those that would be tried first. */
    public List<String> plan(Group hosts, Payload payload, List<String> words) {
        JobSpec spec = spec(payload, EngineFlags.of(words), false);
        Placement placement = Placement.of(spec.cluster(), hosts.hosts());
        ProcessAddresses addresses = ProcessAddresses.of(
                        placement,
                        hosts.hosts(),
                        hosts.hosts().stream()
                                .map(host -> "address " + host.name())
                                .toList())
                .fixed(placement, spec.cluster().network().port());
        List<String> sentences = new ArrayList<>(List.of("would " + work(payload)));
        for (Host host : hosts.hosts()) {
            for (Placement.Place place : placement.on(host)) {
                Engine engine = spec.engine(place.role());
                String home = engine.ours() ? "~/.jfab/cache/ENGINE" : "";
                sentences.add("would start " + host + ": " + place.role().word() + " " + place.rank() + ": "
                        + line(engine, engine.argv(home, placement, addresses, place, spec.flags())));
            }
        }
        return sentences;
    }

    /** As a shell takes these words. That of jfab's engine begins with a home, which quotes would keep from being one. */
    private static String line(Engine engine, List<String> argv) {
        int plain = engine.ours() ? 1 : 0;
        return Stream.concat(
                        argv.stream().limit(plain), argv.stream().skip(plain).map(Command::quote))
                .collect(Collectors.joining(" "));
    }

    private static String work(Payload payload) {
        return switch (payload) {
            case Payload.Folder folder ->
                "send " + folder.folder() + " to every host, "
                        + named(folder.files().stream().map(Path::toString).toList());
            case Payload.Files(var files) ->
                "send to every host "
                        + named(files.files().keySet().stream().sorted().toList());
            case Payload.Deployed(var directory) -> "work in " + directory + ", which the hosts have";
        };
    }

    private static String named(List<String> files) {
        int rest = files.size() - NAMED;
        return files.size()
                + (files.size() == 1 ? " file: " : " files: ")
                + String.join(", ", files.subList(0, Math.min(NAMED, files.size())))
                + (rest > 0 ? " and " + rest + " more" : "");
    }

    private JobSpec spec(Payload payload, EngineFlags flags, boolean measured) {
        if (payload instanceof Payload.Folder(var folder) && !Files.isDirectory(folder)) {
            throw LaunchException.usage("--job-dispatch-package: there is no folder " + folder);
        }
        ClusterSpec meant = cluster.in(flags.over(cluster.network()));
        boolean numbered = Gpus.of(cluster, flags) instanceof Gpus.All;
        Map<Role, Engine> engines = new EnumMap<>(Role.class);
        for (Role role : List.of(Role.PSERVER, Role.TRAINER)) {
            List<String> command = cluster.commands().get(role);
            engines.put(
                    role,
                    command != null
                            ? new Engine.External(command)
                            : cluster.program().isEmpty()
                                    ? new Engine.Configured(meant.network(), numbered)
                                    : new Engine.Program(cluster.program()));
        }
        boolean serversOurs = cluster.pservers().any()
                && engines.getOrDefault(Role.PSERVER, new Engine.External(List.of()))
                        .ours();
        boolean trainersOurs = engines.getOrDefault(Role.TRAINER, new Engine.External(List.of()))
                .ours();
        if (trainersOurs && cluster.program().isEmpty() && !flags.has("config")) {
            throw LaunchException.usage(
                    "the training engine needs program 'FILE.groovy' in the cluster block, a training"
                            + " program of the workspace, or --config=FILE, a configuration of version 1 there;"
                            + " for another engine write command role: 'trainer', [...] in the cluster block");
        }
        if (serversOurs && cluster.program().isEmpty() && !flags.has("config")) {
            throw LaunchException.usage(
                    "parameter servers of the training engine need program 'FILE.groovy' or"
                            + " --config=FILE, as its trainers do; for others write command role: 'pserver', [...], for none pservers 0");
        }
        for (Role role : List.of(Role.PSERVER, Role.TRAINER)) {
            if (engines.get(role) instanceof Engine.Configured) {
                AssignedFlags.refuse(flags, role);
            }
        }
        if (trainersOurs || serversOurs) {
            checkProgram(payload, flags);
        }
        if (cluster.trainers().gpus().equals(new Gpus.Each(0))
                && flags.of(Role.TRAINER).on("use_gpu")) {
            throw LaunchException.usage("--use_gpu wants GPUs, and the fabfile's trainers have gpus: 0");
        }
        Optional<EngineBundle> bundle = trainersOurs || serversOurs
                ? Optional.of(bundles.apply(flags.of(Role.TRAINER).on("use_gpu")))
                : Optional.empty();
        return new JobSpec(meant, payload, engines, bundle, flags, measured);
    }

    private void checkProgram(Payload payload, EngineFlags flags) {
        if (!cluster.program().isEmpty()) {
            new ProgramCheck(payload, listener::notice).of("program", cluster.program(), Kind.PROGRAM);
        }
        flags.value("config")
                .ifPresent(config -> new ProgramCheck(payload, listener::notice).of("--config", config, Kind.VERSION1));
    }
}
