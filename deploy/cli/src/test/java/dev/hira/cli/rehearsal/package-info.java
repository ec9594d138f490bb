/** Tests of the rehearsal. */
@NullMarked
package dev.hira.cli.rehearsal;

import org.jspecify.annotations.NullMarked;
