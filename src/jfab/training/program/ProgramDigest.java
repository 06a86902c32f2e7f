package jfab.training.program;

import java.util.TreeMap;
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
        return DigestUtils.sha256Hex(text.toString()).substring(0, 16);
    }
}
