/** What tests of commands stand on. */
@NullMarked
package dev.hira.cli.testing;

import org.jspecify.annotations.NullMarked;
