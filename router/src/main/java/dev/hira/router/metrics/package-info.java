/**
 * The metrics of VMs and devices, gathered on demand. Entry type: {@link
 * dev.hira.router.metrics.VmCollector}. {@code dev.hira.router.meter} has the router's own meters.
 */
@NullMarked
package dev.hira.router.metrics;

import org.jspecify.annotations.NullMarked;
