/** Tests of the training run. */
@NullMarked
package dev.hira.cli.training;

import org.jspecify.annotations.NullMarked;
