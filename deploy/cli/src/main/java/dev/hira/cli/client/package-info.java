/**
 * The common ground of all commands: the connection to a router, options, the printing of answers,
 * pages of lists, tables and texts, help and errors. Entry type: {@link
 * dev.hira.cli.client.AdminClient}.
 *
 * <p>Reading order: {@link dev.hira.cli.client.OutputOptions}, {@link
 * dev.hira.cli.client.OperatorOptions}, {@link dev.hira.cli.client.AdminClient}, {@link
 * dev.hira.cli.client.CommandHelp}, {@link dev.hira.cli.client.ExitStatus}.
 */
@NullMarked
package dev.hira.cli.client;

import org.jspecify.annotations.NullMarked;
