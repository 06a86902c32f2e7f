package jfab.training.data;

/**
 * The numbers of one sample as an array of whole ones has them. Pictures and ids are both kept so: a variable takes them in its own type.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box every pixel
public record WholeNumbers(long[] values) {}
