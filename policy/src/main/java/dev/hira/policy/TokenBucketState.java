package dev.hira.policy;

/**
 * What a {@link TokenBucket} is worth at a moment, without reference to any clock, so that it can
 * be restored in another process.
 *
 * @param level the tokens in it; negative while a debt is being paid back
 * @param fraction the part of the next token that has been earned, in billionths
 */
public record TokenBucketState(long level, long fraction) {}
