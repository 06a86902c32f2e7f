package jfab.control.cli;

import java.util.ArrayList;
import java.util.List;
import jfab.control.fabfile.Fabfile;
import jfab.control.task.Task;

/** The texts of {@code --help} and {@code --list}. */
public final class Help {
    private Help() {}

    /** What jfab is called with. */
    public static String core() {
        List<List<String>> rows = new ArrayList<>();
        for (CoreFlag flag : CoreFlag.values()) {
            rows.add(List.of(flag.usage(), flag.description()));
        }
        return """
                Usage: jfab [core options] [profile ...] task [task options] [task ...] [-- command]

                Runs tasks of fabfile.groovy on hosts over SSH, all hosts in parallel.
                jfab demo trains a network on two SSH hosts that it starts on this machine.
                A command of one word is a shell line: jfab -H a,b -- 'df -h | tail -1'
                The words of a longer one are quoted for the remote shell: jfab -H a,b -- df -h /home

                Core options:
                """
                + Table.of(rows)
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
