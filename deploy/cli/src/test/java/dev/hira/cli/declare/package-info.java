/** Tests of policies in files. */
@NullMarked
package dev.hira.cli.declare;

import org.jspecify.annotations.NullMarked;
