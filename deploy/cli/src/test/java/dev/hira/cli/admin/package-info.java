/** Tests of commands. */
@NullMarked
package dev.hira.cli.admin;

import org.jspecify.annotations.NullMarked;
