/** Fixtures for tests of commands. */
@NullMarked
package dev.hira.cli.testing;

import org.jspecify.annotations.NullMarked;
