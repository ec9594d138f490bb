/**
 * Data structures that several modules use; depends on the JDK only.
 *
 * <p>The hash tables have keys that guests choose. {@link dev.hira.base.LongMap} and {@link
 * dev.hira.base.LongIntMap} belong to one thread; {@link dev.hira.base.SharedLongMap} has one
 * writer at a time and readers that take no lock. All of them place keys by {@code SaltedHash}.
 *
 * <p>{@link dev.hira.base.SharedBudget} divides what a host has among owners that do not trust each
 * other.
 */
@NullMarked
package dev.hira.base;

import org.jspecify.annotations.NullMarked;
