package jfab.control.fabfile.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jfab.control.connection.Group;
import jfab.control.connection.host.Host;
import jfab.control.connection.host.LocalFiles;
import jfab.control.launch.LaunchException;
import jfab.control.launch.start.HostFormat;
import jfab.control.task.Arity;
import jfab.control.task.TaskParameter;
import jfab.control.task.ValueType;
import org.jspecify.annotations.Nullable;

/** {@code jfab export}. */
final class ExportCommand implements JobCommand {
    @Override
    public String name() {
        return "export";
    }

    @Override
    public String description() {
        return "Write the cluster's hosts and trainers as another launcher reads them";
    }

    @Override
    public boolean worksDry() {
        return true;
    }

    @Override
    public List<TaskParameter> parameters() {
        Map<String, Object> formats = new LinkedHashMap<>();
        Arrays.stream(HostFormat.values()).forEach(format -> formats.put(format.word(), format));
        return List.of(
                new TaskParameter(
                        "format",
                        new ValueType.Choice(formats),
                        Arity.VALUE,
                        0,
                        true,
                        null,
                        null,
                        "mpirun (Open MPI), mpich and deepspeed are hostfiles; torchrun is a command line per host"),
                new TaskParameter(
                        "to",
                        ValueType.Plain.TEXT,
                        Arity.VALUE,
                        0,
                        false,
                        "",
                        null,
                        "the local file to write; shown here unless said"));
    }

    @Override
    public void run(JobContext context, Group hosts, List<@Nullable Object> arguments) {
        HostFormat format = HostFormat.valueOf(String.valueOf(arguments.get(0)));
        String text = format.text(context.cluster().get(), hosts.hosts());
        List<Host> named = hosts.hosts().stream()
                .filter(host -> host.user() != null || host.port() > 0)
                .toList();
        // torchrun's lines are typed on each host: it reaches none by SSH.
        if (!named.isEmpty() && format != HostFormat.TORCHRUN) {
            context.listener()
                    .notice(format.word() + " takes no user or port; ~/.ssh/config has to name those of "
                            + named.stream().map(Host::toString).collect(Collectors.joining(", ")));
        }
        String to = String.valueOf(arguments.get(1));
        if (to.isEmpty()) {
            text.lines().forEach(context::say);
        } else {
            write(Path.of(to), text);
        }
    }

    private static void write(Path file, String text) {
        try {
            if (LocalFiles.isDevice(file)) {
                throw new LaunchException(file + " " + LocalFiles.DEVICE);
            }
            LocalFiles.replace(file.toAbsolutePath(), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new LaunchException("cannot write " + file + ": " + e.getMessage());
        }
    }
}
