/**
 * Generates the server's side: a dispatcher that decodes commands and calls a driver. Entry type:
 * {@link dev.hira.cava.gen.dispatch.DispatcherGenerator}.
 */
@NullMarked
package dev.hira.cava.gen.dispatch;

import org.jspecify.annotations.NullMarked;
