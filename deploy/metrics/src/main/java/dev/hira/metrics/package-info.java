/**
 * What routers and API servers need to be measured by Prometheus: {@link
 * dev.hira.metrics.MetricsEndpoint} serves the numbers, {@link dev.hira.metrics.Family} is a metric
 * whose values are looked up when they are asked for, and {@link dev.hira.metrics.VmLabels} bounds
 * how many VMs are named.
 */
@NullMarked
package dev.hira.metrics;

import org.jspecify.annotations.NullMarked;
