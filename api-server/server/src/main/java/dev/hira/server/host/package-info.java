/**
 * What executes the calls: drivers of devices, plugged in by {@link java.util.ServiceLoader}. Entry
 * types: {@link dev.hira.server.host.DriverHost}, {@link dev.hira.server.host.DriverHostProvider}.
 */
@NullMarked
package dev.hira.server.host;

import org.jspecify.annotations.NullMarked;
