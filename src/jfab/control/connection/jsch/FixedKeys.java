package jfab.control.connection.jsch;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import java.util.List;
import java.util.Vector;

/** Keys that JSch may use, and neither add to nor take from. */
interface FixedKeys extends IdentityRepository {
    /** Those of now: asked for at each log-in and each signature. */
    List<Identity> keys();

    @Override
    default String getName() {
        return "jfab";
    }

    @Override
    default int getStatus() {
        return RUNNING;
    }

    @Override
    @SuppressWarnings("JdkObsolete") // JSch's interface says Vector.
    default Vector<Identity> getIdentities() {
        return new Vector<>(keys());
    }

    @Override
    default boolean add(byte[] identity) {
        return false;
    }

    @Override
    default boolean remove(byte[] blob) {
        return false;
    }

    @Override
    default void removeAll() {}
}
