package dev.hira.policy;

/**
 * The state of a {@link TokenBucket} at one moment, independent of any clock, so that it can be
 * restored in another process.
 *
 * @param level the tokens in the bucket; negative while a debt is being paid back
 * @param fraction the earned part of the next token, in billionths
 */
public record TokenBucketState(long level, long fraction) {}
