/**
 * The interface between the server and the drivers that execute calls; {@link
 * java.util.ServiceLoader} finds the drivers. Entry types: {@link dev.hira.server.host.DriverHost},
 * {@link dev.hira.server.host.ApiDriver}, {@link dev.hira.server.host.DriverHostProvider}.
 */
@NullMarked
package dev.hira.server.host;

import org.jspecify.annotations.NullMarked;
