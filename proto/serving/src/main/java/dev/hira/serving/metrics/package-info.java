/**
 * Makes routers and API servers measurable by Prometheus: {@link
 * dev.hira.serving.metrics.MetricsEndpoint} serves the metrics, {@link
 * dev.hira.serving.metrics.MetricFamily} gathers the values of a metric on request, and {@link
 * dev.hira.serving.metrics.VmLabels} bounds the number of named VMs.
 */
@NullMarked
package dev.hira.serving.metrics;

import org.jspecify.annotations.NullMarked;
