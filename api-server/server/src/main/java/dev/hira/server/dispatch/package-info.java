/**
 * The interfaces that generated dispatchers use. Entry types: {@link
 * dev.hira.server.dispatch.Dispatcher}, {@link dev.hira.server.dispatch.ServerCall}.
 */
@NullMarked
package dev.hira.server.dispatch;

import org.jspecify.annotations.NullMarked;
