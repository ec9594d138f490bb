/** Tests of the doctor. */
@NullMarked
package dev.hira.cli.doctor;

import org.jspecify.annotations.NullMarked;
