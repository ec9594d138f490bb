/**
 * Published experiments, each a small class. Entry type: {@link
 * dev.hira.lab.experiment.Experiments}.
 */
@NullMarked
package dev.hira.lab.experiment;

import org.jspecify.annotations.NullMarked;
