package jfab.control.rehearsal;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.List;
import jfab.control.Main;

/** One run of jfab that is recorded. */
final class RehearsedCommand {
    private RehearsedCommand() {}

    /** Takes jfab's command line. */
    public static void main(String[] line) throws GeneralSecurityException {
        int code = Main.run(List.of(line));
        sign();
        System.exit(code);
    }

    /** With a key of the usual type, which the rehearsal's own hosts do not know. */
    private static void sign() throws GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        byte[] signed = signature.sign();
        signature.initVerify(pair.getPublic());
        signature.verify(signed);
    }
}
