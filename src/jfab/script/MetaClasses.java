package jfab.script;

import groovy.lang.GroovySystem;
import java.util.concurrent.atomic.AtomicInteger;

/** Methods that scripts have added to classes of others, {@code String.metaClass.shout = { ... }}: all later scripts of a process see them. */
public final class MetaClasses {
    private static final AtomicInteger CHANGES = new AtomicInteger();

    static {
        GroovySystem.getMetaClassRegistry()
                .addMetaClassRegistryChangeEventListener(change -> CHANGES.incrementAndGet());
    }

    private MetaClasses() {}

    /** How often that has been done in this process, from the first time that this is asked. */
    public static int changes() {
        return CHANGES.get();
    }
}
