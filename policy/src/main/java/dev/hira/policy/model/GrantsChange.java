package dev.hira.policy.model;

/**
 * A change that took place.
 *
 * @param author who made it, for logs
 * @param before the grants until then
 * @param after the grants since
 */
public record GrantsChange(String author, GrantsState before, GrantsState after) {}
