/**
 * What routers and API servers need to be measured by Prometheus: {@link
 * dev.hira.serving.metrics.MetricsEndpoint} serves the numbers, {@link
 * dev.hira.serving.metrics.MetricFamily} is a metric whose values are looked up when they are asked
 * for, and {@link dev.hira.serving.metrics.VmLabels} bounds how many VMs are named.
 */
@NullMarked
package dev.hira.serving.metrics;

import org.jspecify.annotations.NullMarked;
