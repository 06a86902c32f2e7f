package jfab.training.words;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import jfab.training.program.ProgramException;
import jfab.training.program.transpile.Compression;
import jfab.training.program.transpile.DistributeTranspilerConfig;
import jfab.training.program.transpile.SplitMethod;
import jfab.training.program.transpile.TrainingMode;
import jfab.training.words.network.Arguments;
import org.jspecify.annotations.Nullable;

/** Fluid's DistributeTranspilerConfig as scripts have it: named arguments, or properties set one by one. */
public final class ScriptTranspilerConfig {
    private static final String WORD = "DistributeTranspilerConfig";
    private static final String SYNC = "sync_mode";
    private static final String DELAY = "enable_dc_asgd";
    private static final String STALENESS = "staleness";
    private static final String DISCARD = "async_lagged_grad_discard_ratio";
    private static final String[] KNOWN = {
        "slice_var_up",
        "min_block_size",
        "split_method",
        SYNC,
        DELAY,
        "dc_asgd_lambda",
        STALENESS,
        DISCARD,
        "async_lagged_ratio_min",
        "async_lagged_ratio_default",
        "fp16",
        "top_k"
    };

    private final Map<String, Object> given = new LinkedHashMap<>();

    public ScriptTranspilerConfig(Map<String, ?> arguments) {
        Arguments.of(WORD, arguments, KNOWN);
        given.putAll(arguments);
    }

    /** What Groovy calls for {@code config.split_method = 'HashName'}. */
    public void propertyMissing(String name, Object value) {
        Arguments.of(WORD, Map.of(name, value), KNOWN);
        given.put(name, value);
    }

    /**
     * The choices, checked.
     *
     * @param transpileSync {@code sync_mode} as given to {@code transpile}; null where it was not
     */
    DistributeTranspilerConfig choices(@Nullable Boolean transpileSync) {
        Arguments named = Arguments.of(WORD, given, KNOWN);
        DistributeTranspilerConfig standard = DistributeTranspilerConfig.standard();
        String split = named.optionalText("split_method");
        return new DistributeTranspilerConfig(
                Objects.requireNonNullElse(named.optional("slice_var_up", Boolean.class), standard.sliceVarUp()),
                named.integer("min_block_size", standard.minBlockSize()),
                split == null ? standard.splitMethod() : SplitMethod.named(split),
                mode(named, synchronous(named.optional(SYNC, Boolean.class), transpileSync)),
                new Compression(Boolean.TRUE.equals(named.optional("fp16", Boolean.class)), named.real("top_k", 0)));
    }

    private static boolean synchronous(@Nullable Boolean config, @Nullable Boolean transpile) {
        if (config != null && transpile != null && !config.equals(transpile)) {
            throw new ProgramException(
                    "sync_mode is " + config + " in the config and " + transpile + " in transpile; say it once");
        }
        Boolean said = config == null ? transpile : config;
        return said == null || said;
    }

    private static TrainingMode mode(Arguments named, boolean synchronous) {
        boolean delay = Boolean.TRUE.equals(named.optional(DELAY, Boolean.class));
        boolean bounded = named.optional(STALENESS, Object.class) != null;
        boolean discard = named.optional(DISCARD, Object.class) != null;
        List<String> asynchronous = Stream.of(delay ? DELAY : "", bounded ? STALENESS : "", discard ? DISCARD : "")
                .filter(option -> !option.isEmpty())
                .toList();
        if (asynchronous.size() > 1) {
            throw new ProgramException(String.join(" and ", asynchronous) + " exclude each other");
        }
        if (synchronous) {
            if (!asynchronous.isEmpty()) {
                throw new ProgramException(asynchronous.getFirst() + " needs sync_mode: false");
            }
            return new TrainingMode.Synchronous();
        }
        if (delay) {
            return new TrainingMode.DelayCompensated(named.real("dc_asgd_lambda", 1));
        }
        if (bounded) {
            return new TrainingMode.BoundedStaleness(named.integer(STALENESS));
        }
        return new TrainingMode.Asynchronous(discard ? discardRatio(named) : 0);
    }

    /** As in v1: a ratio that is not above the least one is replaced by the usual one. */
    private static double discardRatio(Arguments named) {
        double ratio = named.real(DISCARD);
        return ratio > named.real("async_lagged_ratio_min", 1) ? ratio : named.real("async_lagged_ratio_default", 1.5);
    }
}
