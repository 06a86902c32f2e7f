package org.conscrypt;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Loads Conscrypt's native code from where jfab's launcher says that it lies ({@code java.library.path}); else as Conscrypt does.
 *
 * <p>This stands before Conscrypt's own class of this name, which first looks through all jars for a library inside of one, and calls
 * {@code System.loadLibrary} by reflection: a tenth of the time in which a command is done.
 */
final class NativeCryptoJni {
    private static final String NAME = "conscrypt_openjdk_jni";

    private NativeCryptoJni() {}

    /** Loads it, or says why it cannot be had. */
    @SuppressWarnings("restricted") // all ways to start jfab allow native access
    static void init() throws UnsatisfiedLinkError {
        String system =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac") ? "osx" : "linux";
        String processor = System.getProperty("os.arch", "").equals("aarch64") ? "aarch_64" : "x86_64";
        String name = NAME + "-" + system + "-" + processor;
        try {
            System.loadLibrary(name);
        } catch (UnsatisfiedLinkError e) {
            List<NativeLibraryLoader.LoadResult> results = new ArrayList<>();
            if (!NativeLibraryLoader.loadFirstAvailable(
                    NativeCryptoJni.class.getClassLoader(), results, name, NAME, "conscrypt")) {
                throw e;
            }
        }
    }
}
