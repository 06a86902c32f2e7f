package jfab.control.launch.start;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jfab.control.connection.command.Command;
import jfab.control.connection.host.Host;
import jfab.role.Role;

/** How other launchers read where a cluster's trainers run: files of hosts, or command lines. */
public enum HostFormat {
    /** Open MPI's: {@code mpirun --hostfile FILE}. */
    MPIRUN {
        @Override
        String line(ClusterSpec cluster, Place place, List<Place> all) {
            return place.name() + " slots=" + place.trainers();
        }
    },
    /** MPICH's: {@code mpiexec -f FILE}. */
    MPICH {
        @Override
        String line(ClusterSpec cluster, Place place, List<Place> all) {
            return (place.name().contains(":") ? "[" + place.name() + "]" : place.name()) + ":" + place.trainers();
        }
    },
    /** A command line for each host. */
    TORCHRUN {
        @Override
        String line(ClusterSpec cluster, Place place, List<Place> all) {
            List<String> words = new ArrayList<>(List.of(
                    "torchrun",
                    "--nnodes=" + all.size(),
                    "--node_rank=" + all.indexOf(place),
                    "--nproc_per_node=" + place.trainers(),
                    "--master_addr=" + all.getFirst().name(),
                    "--master_port=" + cluster.network().port()));
            words.addAll(program(cluster));
            return "# " + place.host() + "\n" + Command.of(words).line();
        }
    },
    /** DeepSpeed's: {@code deepspeed --hostfile FILE}. */
    DEEPSPEED {
        @Override
        String line(ClusterSpec cluster, Place place, List<Place> all) {
            return place.name() + " slots=" + place.trainers();
        }
    };

    /** A host with so many trainers. */
    record Place(Host host, int trainers) {
        /** Without user and port, which these files have no room for. */
        String name() {
            return host.name();
        }
    }

    abstract String line(ClusterSpec cluster, Place place, List<Place> all);

    /** What it is called on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The file, or the command lines, for the trainers of {@code cluster} on {@code hosts}; hosts without trainers are left out. */
    public String text(ClusterSpec cluster, List<Host> hosts) {
        Map<Host, Integer> counts = new LinkedHashMap<>();
        cluster.trainers().over(hosts, Role.TRAINER.word()).forEach(host -> counts.merge(host, 1, Integer::sum));
        List<Place> places = new ArrayList<>();
        counts.forEach((host, count) -> places.add(new Place(host, count)));
        StringBuilder text = new StringBuilder();
        places.forEach(place -> text.append(line(cluster, place, places)).append('\n'));
        return text.toString();
    }

    /** What torchrun starts: a Python script with its arguments, or another program; nothing where the cluster names none. */
    private static List<String> program(ClusterSpec cluster) {
        List<String> argv = cluster.commands().getOrDefault(Role.TRAINER, List.of());
        if (argv.isEmpty()) {
            return List.of();
        }
        boolean python = String.valueOf(Path.of(argv.getFirst()).getFileName()).matches("python[0-9.]*");
        if (python && argv.size() > 1 && !argv.get(1).startsWith("-")) {
            return argv.subList(1, argv.size());
        }
        List<String> all = new ArrayList<>(List.of("--no_python"));
        all.addAll(argv);
        return all;
    }
}
