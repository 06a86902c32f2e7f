package jfab.control.fabfile;

import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfab.control.task.TaskException;
import jfab.control.task.ValueType;
import jfab.control.task.ValueType.Plain;
import org.codehaus.groovy.runtime.typehandling.DefaultTypeTransformation;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a task's body, after the connection or the group, as the closure declares it.
 *
 * @param declared {@code Object} where it is declared without a type
 */
record ParameterSlot(String name, Type declared) {
    private static final Map<Class<?>, ValueType> TYPES = Map.ofEntries(
            Map.entry(String.class, Plain.TEXT),
            Map.entry(CharSequence.class, Plain.TEXT),
            Map.entry(Path.class, Plain.PATH),
            Map.entry(int.class, Plain.INT),
            Map.entry(Integer.class, Plain.INT),
            Map.entry(long.class, Plain.INTEGER),
            Map.entry(Long.class, Plain.INTEGER),
            Map.entry(double.class, Plain.DECIMAL),
            Map.entry(Double.class, Plain.DECIMAL),
            Map.entry(BigDecimal.class, Plain.DECIMAL),
            Map.entry(Number.class, Plain.DECIMAL));

    static ParameterSlot of(Parameter parameter) {
        return new ParameterSlot(parameter.getName(), parameter.getParameterizedType());
    }

    /** Whether it takes true or false. */
    boolean isSwitch() {
        return declared == boolean.class || declared == Boolean.class;
    }

    /** Whether it takes several values: a list, or {@code String... names}. */
    boolean isList() {
        return raw(declared).isArray()
                || (raw(declared) != Object.class && raw(declared).isAssignableFrom(List.class));
    }

    /**
     * The declared type of a value, or of each of several; empty where the default decides.
     *
     * @throws TaskException for a type that no text can be read as
     */
    Optional<ValueType> type() {
        Class<?> type = raw(isList() ? element(declared) : declared);
        if (type == Object.class || isSwitch()) {
            return Optional.empty();
        }
        if (type.isEnum()) {
            return Optional.of(ValueType.Choice.of(Arrays.asList(type.getEnumConstants())));
        }
        return Optional.of(Optional.ofNullable(TYPES.get(type))
                .orElseThrow(() -> new TaskException("parameter '" + name + "' is declared as " + type.getSimpleName()
                        + "; use String, int, long, double, boolean, Path, an enum, or a List of these")));
    }

    /** {@code value} as the closure takes it: an array where one is declared, a number of its size, a path. */
    @Nullable
    Object converted(@Nullable Object value) {
        Class<?> type = raw(declared);
        if (type == Object.class || value == null || type.isInstance(value)) {
            return value;
        }
        return type == Path.class ? Path.of(value.toString()) : DefaultTypeTransformation.castToType(value, type);
    }

    private static Type element(Type list) {
        // Here and on the way of most tasks, no switch over types: Java makes a class of each at every start.
        if (list instanceof Class<?> array && array.isArray()) {
            return array.getComponentType();
        }
        return list instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        return type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : Object.class;
    }

    /** The names of {@code slots}. */
    static List<String> names(Collection<ParameterSlot> slots) {
        return slots.stream().map(ParameterSlot::name).toList();
    }
}
