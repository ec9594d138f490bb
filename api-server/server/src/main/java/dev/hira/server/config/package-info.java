/** The server's settings. Entry type: {@link dev.hira.server.config.ApiServerConfig}. */
@NullMarked
package dev.hira.server.config;

import org.jspecify.annotations.NullMarked;
