/**
 * The rebalancer: moves VMs from overloaded devices to others. Entry types: {@link
 * dev.hira.router.operator.rebalance.Rebalancer}, which decides, and {@link
 * dev.hira.router.operator.rebalance.Rebalancing}, which measures loads and begins the moves.
 */
@NullMarked
package dev.hira.router.operator.rebalance;

import org.jspecify.annotations.NullMarked;
