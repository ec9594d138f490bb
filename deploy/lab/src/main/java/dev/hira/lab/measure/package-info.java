/**
 * What is measured in the laboratory: who had the devices when, and how long iterations took. Entry
 * type: {@link dev.hira.lab.measure.Recorder}.
 */
@NullMarked
package dev.hira.lab.measure;

import org.jspecify.annotations.NullMarked;
