package jfab.training.words.v1;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfab.training.data.provider.InputType;
import jfab.training.program.DataType;
import jfab.training.program.ProgramException;
import org.jspecify.annotations.Nullable;

/** What the samples of a data layer are; UNSAID leaves it to the layers that use it. */
public enum DataKind {
    UNSAID,
    NUMBERS,
    INDICES,
    NUMBER_SEQUENCE,
    INDEX_SEQUENCE;

    /** What a data provider says; {@code UNSAID} for null. */
    static DataKind of(@Nullable InputType type) {
        if (type == null) {
            return UNSAID;
        }
        return type.indices()
                ? type.sequence() ? INDEX_SEQUENCE : INDICES
                : type.sequence() ? NUMBER_SEQUENCE : NUMBERS;
    }

    DataKind numbers(String name) {
        return switch (this) {
            case UNSAID, NUMBERS -> NUMBERS;
            case NUMBER_SEQUENCE -> NUMBER_SEQUENCE;
            case INDICES, INDEX_SEQUENCE ->
                throw new ProgramException("data_layer '" + name + "' holds indices, and this layer takes numbers");
        };
    }

    DataKind indices(String name) {
        return switch (this) {
            case UNSAID, INDICES -> INDICES;
            case INDEX_SEQUENCE -> INDEX_SEQUENCE;
            case NUMBERS, NUMBER_SEQUENCE ->
                throw new ProgramException("data_layer '" + name + "' holds numbers, and this layer takes indices");
        };
    }

    DataType type() {
        return this == INDICES || this == INDEX_SEQUENCE ? DataType.INT64 : DataType.FLOAT32;
    }

    /** What the word {@code data} takes. */
    Map<String, Object> arguments(String name, List<Integer> shape) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("name", name);
        arguments.put("shape", shape);
        arguments.put("dtype", type().word());
        if (this == NUMBER_SEQUENCE || this == INDEX_SEQUENCE) {
            arguments.put("lod_level", 1);
        }
        return arguments;
    }
}
