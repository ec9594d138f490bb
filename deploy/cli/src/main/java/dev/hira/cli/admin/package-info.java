/**
 * Commands that query and control a router through its admin service. Entry type: {@link
 * dev.hira.cli.AdminCommand}, which lists them all.
 *
 * <p>Reading order: VmCommand shows how a command asks and prints; PolicyCommand with
 * GrantSettings, how one changes something. The others follow them.
 */
@NullMarked
package dev.hira.cli.admin;

import org.jspecify.annotations.NullMarked;
