/**
 * Published experiments, each a small class. Entry type: {@link
 * dev.hira.lab.experiment.Experiments}.
 *
 * <p>Reading order: Experiment, Experiments, Setup, AvaUnfairness as an example.
 */
@NullMarked
package dev.hira.lab.experiment;

import org.jspecify.annotations.NullMarked;
