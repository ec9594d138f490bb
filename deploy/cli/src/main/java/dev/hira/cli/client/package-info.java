/**
 * What all commands for operators have in common: the connection to a router, options, pages of
 * lists, tables and texts. Entry type: {@link dev.hira.cli.client.AdminClient}.
 */
@NullMarked
package dev.hira.cli.client;

import org.jspecify.annotations.NullMarked;
