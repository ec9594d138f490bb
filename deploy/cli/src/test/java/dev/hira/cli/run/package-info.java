/** Tests of native programs' command. */
@NullMarked
package dev.hira.cli.run;

import org.jspecify.annotations.NullMarked;
