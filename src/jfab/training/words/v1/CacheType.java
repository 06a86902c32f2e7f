package jfab.training.words.v1;

/** What a data provider keeps between passes, as PaddlePaddle names it. */
public enum CacheType {
    NO_CACHE,
    /** What the first pass has read stays in memory. */
    CACHE_PASS_IN_MEM
}
