/**
 * Measurements of the laboratory: the use of devices over time, and the times of iterations. Entry
 * type: {@link dev.hira.lab.measure.Recorder}.
 */
@NullMarked
package dev.hira.lab.measure;

import org.jspecify.annotations.NullMarked;
