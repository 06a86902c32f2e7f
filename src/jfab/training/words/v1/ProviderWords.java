package jfab.training.words.v1;

import groovy.lang.Closure;
import java.util.Map;
import jfab.training.data.provider.InputType;

/** Words of a data provider, {@code dataprovider.groovy}: how a file of {@code train.list} becomes samples. */
public interface ProviderWords {
    /**
     * {@code provider('process', input_types: [dense_vector(13), integer_value(2)]) { settings, file_name -> rows }}.
     *
     * <p>The closure gives the rows of one file: a list, a stream, or an iterator; or it has a third parameter and calls it with each row,
     * where Python says yield: {@code { settings, file_name, row -> new File(file_name).eachLine { row([...]) } }}. A row is a list with a
     * value per input type, or a map where {@code input_types} is a map by the names of data layers; values are checked against their types.
     *
     * @param options {@code input_types}; {@code pool_size}: how many samples are mixed at a time (65536); {@code should_shuffle} (true): for
     *     training only; {@code cache: CacheType.CACHE_PASS_IN_MEM}: files are read in the first pass only; {@code init_hook: { settings, args ->
     *     ... }}, called first, with the {@code args} of the configuration, which may set {@code settings.input_types} and whatever else the
     *     closure needs
     */
    void provider(Map<String, ?> options, String name, Closure<?> rows);

    /** So many numbers. */
    InputType dense_vector(int size);

    /** A list of vectors, of any length. */
    InputType dense_vector_sequence(int size);

    /** A whole number from 0 to {@code size} - 1. */
    InputType integer_value(int size);

    /** A list of whole numbers. */
    InputType integer_value_sequence(int size);

    /** Numbers that are 0 or 1: a list of the indices of those that are 1. */
    InputType sparse_binary_vector(int size);

    /** A list of such lists. */
    InputType sparse_binary_vector_sequence(int size);
}
