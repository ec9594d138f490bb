/**
 * The command line {@code hira}: starts routers and API servers, asks a running router how it is,
 * and shows what Hira does. Entry type: {@link dev.hira.cli.Main}. The only module that prints.
 */
@NullMarked
package dev.hira.cli;

import org.jspecify.annotations.NullMarked;
