/**
 * Commands that query and control a router through its admin service. Entry type: {@link
 * dev.hira.cli.AdminCommand}, which lists them all.
 */
@NullMarked
package dev.hira.cli.admin;

import org.jspecify.annotations.NullMarked;
