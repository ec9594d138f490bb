package dev.hira.policy.model;

/**
 * A change that took place.
 *
 * @param before the grants before the change
 * @param after the grants after it
 */
public record GrantsChange(GrantsState before, GrantsState after) {}
