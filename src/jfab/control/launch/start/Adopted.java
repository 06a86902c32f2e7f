package jfab.control.launch.start;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfab.PlainText;

/**
 * A directory of a host's that has become the workspace of a job.
 *
 * @param workspace its full path
 * @param job that of the job's directory
 * @param held a sentence for each thing that was there before and that the job may take for its own
 */
record Adopted(String workspace, String job, List<String> held) {
    Adopted {
        held = List.copyOf(held);
    }

    /**
     * Reads what {@code adopt} of {@code launch.sh} prints.
     *
     * @throws IndexOutOfBoundsException where it is not that
     */
    static Adopted parse(String answer) {
        List<String> lines = answer.lines().toList();
        Map<String, String> found = new HashMap<>();
        for (String line : lines.subList(2, lines.size())) {
            int blank = line.indexOf(' ');
            found.put(line.substring(0, blank), line.substring(blank + 1));
        }
        String workspace = "the workspace"
                + (found.containsKey("earlier") ? ", in which " + found.get("earlier") + " worked last," : "")
                + " has ";
        List<String> held = new ArrayList<>();
        String output = found.get("output");
        if (output != null) {
            int blank = output.indexOf(' ');
            int count = Integer.parseInt(output.substring(0, blank));
            held.add(workspace + PlainText.counted(count, "file") + " in output/ from before, "
                    + (count == 1 ? "" : "one of them ") + output.substring(blank + 1)
                    + "; fetch leaves out what this job does not change there");
        }
        if (found.containsKey("checkpoints")) {
            held.add(workspace + found.get("checkpoints") + " in " + JobSpec.CHECKPOINTS
                    + " from before; this job goes on from there, unless it is removed or another place is named");
        }
        return new Adopted(lines.get(0), lines.get(1), held);
    }
}
