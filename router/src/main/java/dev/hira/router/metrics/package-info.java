/** What the router counts. Entry type: {@link dev.hira.router.meter.RouterMeters}. */
@NullMarked
package dev.hira.router.metrics;

import org.jspecify.annotations.NullMarked;
