/**
 * The router's own meters, counted where things happen. Entry type: {@link
 * dev.hira.router.meter.RouterMeters}. What is gathered only on demand is in {@code
 * dev.hira.router.metrics}.
 */
@NullMarked
package dev.hira.router.meter;

import org.jspecify.annotations.NullMarked;
