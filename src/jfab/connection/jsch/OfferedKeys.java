package jfab.connection.jsch;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import java.util.Collection;
import java.util.List;
import java.util.Vector;

/** The keys for one session, as JSch asks for them. */
record OfferedKeys(List<Identity> identities) implements IdentityRepository {
    OfferedKeys(Collection<Identity> identities) {
        this(List.copyOf(identities));
    }

    OfferedKeys {
        identities = List.copyOf(identities);
    }

    @Override
    public String getName() {
        return "jfab";
    }

    @Override
    public int getStatus() {
        return RUNNING;
    }

    @Override
    @SuppressWarnings("JdkObsolete") // JSch's interface says Vector.
    public Vector<Identity> getIdentities() {
        return new Vector<>(identities);
    }

    @Override
    public boolean add(byte[] identity) {
        return false;
    }

    @Override
    public boolean remove(byte[] blob) {
        return false;
    }

    @Override
    public void removeAll() {}
}
