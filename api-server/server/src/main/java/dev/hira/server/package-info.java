/**
 * The API server: accepts sessions from routers and makes their calls on devices. Entry type:
 * {@link dev.hira.server.ApiServer}.
 */
@NullMarked
package dev.hira.server;

import org.jspecify.annotations.NullMarked;
