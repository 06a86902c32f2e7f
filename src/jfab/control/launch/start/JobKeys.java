package jfab.control.launch.start;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import jfab.control.connection.command.Secret;

/**
 * What the processes of a job know each other by: drawn when a job starts or is begun again, handed to its hosts over standard input, and
 * kept nowhere else.
 *
 * @param token what they prove that they know
 * @param certificate in PEM, with its key; empty where nothing is encrypted
 */
record JobKeys(String token, String certificate) {
    static JobKeys draw(boolean encrypted) {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        // Whatever should ever show one of them shows *** instead.
        String token =
                Secret.of(HexFormat.of().formatHex(random), "the job's token").toString();
        return new JobKeys(token, encrypted ? JobCertificate.draw() : "");
    }

    /** As a host takes them. */
    byte[] handed() {
        return (token + "\n" + certificate).getBytes(StandardCharsets.US_ASCII);
    }

    /** Does not show them. */
    @Override
    public String toString() {
        return "JobKeys";
    }
}
