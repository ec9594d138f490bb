/** What the router counts. Entry type: {@link dev.hira.router.metrics.RouterMeters}. */
@NullMarked
package dev.hira.router.metrics;

import org.jspecify.annotations.NullMarked;
