/**
 * Commands that ask a router's operator service and tell it what to do. Entry types: {@link
 * dev.hira.cli.AdminCommand}, which has them all, and its subcommands.
 */
@NullMarked
package dev.hira.cli.admin;

import org.jspecify.annotations.NullMarked;
