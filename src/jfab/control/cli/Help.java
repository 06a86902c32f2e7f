package jfab.control.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.control.fabfile.Fabfile;
import jfab.control.task.Task;

/** The texts of {@code --help} and {@code --list}. */
public final class Help {
    /** The sections of the core options, each by its first flag. */
    private static final Map<CoreFlag, String> SECTIONS = Map.of(
            CoreFlag.HOSTS,
            "Which hosts",
            CoreFlag.FABFILE,
            "Which fabfile and tasks",
            CoreFlag.USER,
            "How to reach the hosts",
            CoreFlag.COMMAND_TIMEOUT,
            "How commands run",
            CoreFlag.POOL_SIZE,
            "How many hosts at a time, and what a failure stops",
            CoreFlag.OUTPUT,
            "What is printed",
            CoreFlag.SET,
            "Settings and this program");

    private Help() {}

    /** What jfab is called with. */
    public static String core() {
        Map<String, List<List<String>>> sections = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        for (CoreFlag flag : CoreFlag.values()) {
            String section = SECTIONS.get(flag);
            if (section != null) {
                rows = new ArrayList<>();
                sections.put(section, rows);
            }
            rows.add(List.of(flag.usage(), flag.description()));
        }
        return """
                Usage: jfab [core options] [profile ...] task [task options] [task ...] [-- command]

                Runs tasks of fabfile.groovy on hosts over SSH, all hosts in parallel.
                Of jfab itself, without a fabfile:
                  jfab init [tasks|cluster|pytorch]  writes a fabfile to begin with, into this folder
                  jfab lint [--json] [FILE...]       mistakes of fabfiles and training programs, without running them
                  jfab doctor, jfab -H a,b doctor    what is missing on this machine, on these hosts
                  jfab [-H a,b] check-gpu            whether training works on each GPU, and what mends it
                  jfab demo [--use-gpu=1]            trains on two SSH hosts that it starts on this machine
                  jfab engine install FILE|URL       the training engine, where no package has brought it
                A command of one word is a shell line: jfab -H a,b -- 'df -h | tail -1'
                The words of a longer one are quoted for the remote shell: jfab -H a,b -- df -h /home

                Core options, in sections:
                """
                + TwoColumns.of(sections)
                + "\nExit codes: 0; the command's own where it failed; 1 error; 2 usage; 4 unreachable hosts; 130 stopped.\n";
    }

    /** How {@code task} is called. */
    public static String of(Task task) {
        return new TaskHelp(task).text();
    }

    /** The tasks of {@code fabfile} in the order of their declaration, as {@code core} wants them. */
    public static String list(Fabfile fabfile, CoreOptions core) {
        return TaskList.of(fabfile, core);
    }
}
