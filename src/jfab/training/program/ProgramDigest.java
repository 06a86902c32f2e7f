package jfab.training.program;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;

/** What tells one program from another where their values are kept: the variables that persist, and the operators with their wiring. */
public final class ProgramDigest {
    private ProgramDigest() {}

    /**
     * 16 hexadecimal digits. Attributes of operators do not count, so that a program may go on with another learning rate.
     *
     * @param program as it is before it is cut for a job
     */
    public static String of(Program program) {
        StringBuilder text = new StringBuilder();
        program.persistables()
                .forEach(variable -> text.append(variable.name())
                        .append(variable.type())
                        .append(variable.shape())
                        .append('\n'));
        for (Block block : program.blocks()) {
            block.operators()
                    .forEach(operator -> text.append(operator.type())
                            .append(new TreeMap<>(operator.inputs()))
                            .append(new TreeMap<>(operator.outputs()))
                            .append('\n'));
        }
        return digest(text);
    }

    /**
     * 16 hexadecimal digits of what a step computes and how it changes parameters, which the processes of a job have to have alike. Names
     * do not count that layers give to what they compute, nor does what parameters do not depend on: a trainer may measure more
     * than others.
     *
     * @param program as for {@link #of}
     */
    public static String ofSteps(Program program) {
        Set<String> changed = program.operators(OpType.Phase.OPTIMIZE).stream()
                .flatMap(operator -> operator.outputs().values().stream())
                .flatMap(List::stream)
                .collect(Collectors.toSet());
        StringBuilder text = new StringBuilder();
        for (Operator operator : Pruning.leadingTo(changed, List.of(), program)) {
            text.append(operator.type()).append(operator.attributes());
            operator.inputs().values().stream()
                    .flatMap(List::stream)
                    .filter(name -> program.parameter(name) != null)
                    .forEach(text::append);
            text.append('\n');
        }
        return digest(text);
    }

    private static String digest(StringBuilder text) {
        return DigestUtils.sha256Hex(text.toString()).substring(0, 16);
    }
}
