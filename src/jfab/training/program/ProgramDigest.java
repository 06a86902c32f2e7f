package jfab.training.program;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

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
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
