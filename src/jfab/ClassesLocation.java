package jfab;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;

/** Where this program's own classes are. */
public final class ClassesLocation {
    private ClassesLocation() {}

    /**
     * The jar, or the folder, that {@code type} was loaded from.
     *
     * <p>Its resource tells that, not its code source: of a class that comes out of an AOT cache, Java says where the jar was when the
     * cache was made, and null where nothing is there any more.
     */
    public static Path of(Class<?> type) {
        String name = type.getName().replace('.', '/') + ".class";
        String resource =
                Objects.requireNonNull(type.getResource("/" + name), name).toString();
        String place = resource.substring(0, resource.length() - name.length());
        return Path.of(URI.create(
                place.startsWith("jar:") ? place.substring("jar:".length(), place.length() - "!/".length()) : place));
    }
}
