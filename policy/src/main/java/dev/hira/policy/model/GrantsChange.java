package dev.hira.policy.model;

/**
 * A change that took place.
 *
 * @param before the grants until then
 * @param after the grants since
 */
public record GrantsChange(GrantsState before, GrantsState after) {}
