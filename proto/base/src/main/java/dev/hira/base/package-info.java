/**
 * Data structures shared by several modules; depends only on the JDK.
 *
 * <p>The hash tables have keys that guests choose, and place them by {@code SaltedHash}. {@link
 * dev.hira.base.LongMap} and {@link dev.hira.base.LongIntMap} belong to one thread; {@link
 * dev.hira.base.SharedLongMap} has one writer at a time and readers without locks.
 *
 * <p>{@link dev.hira.base.SharedBudget} divides a host's resources among owners that do not trust
 * each other.
 */
@NullMarked
package dev.hira.base;

import org.jspecify.annotations.NullMarked;
