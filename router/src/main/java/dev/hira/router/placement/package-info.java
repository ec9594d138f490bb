/**
 * Which API server and devices a session gets. Entry types: {@link
 * dev.hira.router.placement.ServerPool}, {@link dev.hira.router.placement.PlacementStrategy}.
 *
 * <p>Lock order: a {@code ServerPool}'s monitor is the only lock, and nothing foreign is called
 * under it but the strategy.
 */
@NullMarked
package dev.hira.router.placement;

import org.jspecify.annotations.NullMarked;
