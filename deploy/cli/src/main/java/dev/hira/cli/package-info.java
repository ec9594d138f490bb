/**
 * The command line {@code hira}: starts routers and API servers, queries and controls a running
 * router, and demonstrates Hira. Entry type: {@link dev.hira.cli.Main}. Only this module prints.
 *
 * <p>Reading order: Main; ConfigOptions, RouterCommand, ApiServerCommand; Serving, Reloading; the
 * other commands.
 */
@NullMarked
package dev.hira.cli;

import org.jspecify.annotations.NullMarked;
