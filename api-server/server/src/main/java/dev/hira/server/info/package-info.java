/**
 * The service that reports the server's state. Entry type: {@link
 * dev.hira.server.info.ServerInfoHandler}.
 */
@NullMarked
package dev.hira.server.info;

import org.jspecify.annotations.NullMarked;
