/**
 * The router's own meters, counted as events happen. Entry type: {@link
 * dev.hira.router.meter.RouterMeters}. {@code dev.hira.router.metrics} has the metrics that are
 * gathered on demand.
 */
@NullMarked
package dev.hira.router.meter;

import org.jspecify.annotations.NullMarked;
