/**
 * Placement: the choice of an API server and its devices for a session. Entry types: {@link
 * dev.hira.router.placement.ServerPool}, {@link dev.hira.router.placement.PlacementStrategy}.
 *
 * <p>Lock order: a {@code ServerPool}'s monitor is the only lock; only the strategy is called with
 * it held.
 */
@NullMarked
package dev.hira.router.placement;

import org.jspecify.annotations.NullMarked;
