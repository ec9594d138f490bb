/** The server's settings. Entry type: {@link dev.hira.server.config.ServerConfig}. */
@NullMarked
package dev.hira.server.config;

import org.jspecify.annotations.NullMarked;
