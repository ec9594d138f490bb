/**
 * The command line {@code hira}: starts routers and API servers, queries and controls a running
 * router, and demonstrates Hira. Entry type: {@link dev.hira.cli.Main}. Only this module prints.
 */
@NullMarked
package dev.hira.cli;

import org.jspecify.annotations.NullMarked;
