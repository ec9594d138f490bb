/**
 * The training run of the JVM's cache of loaded classes: sessions that a build runs once, so that
 * the JVM records the classes that processes need and later processes start with these loaded and
 * linked. Serving processes never run them. Entry type: {@link dev.hira.cli.training.TrainingRun}.
 */
@NullMarked
package dev.hira.cli.training;

import org.jspecify.annotations.NullMarked;
