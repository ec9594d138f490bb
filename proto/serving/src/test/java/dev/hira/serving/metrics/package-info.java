/** Tests of metrics. */
@NullMarked
package dev.hira.serving.metrics;

import org.jspecify.annotations.NullMarked;
