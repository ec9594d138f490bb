/**
 * The lowering of video instructions, whose operands may be bytes and halves of registers. {@link
 * dev.hira.sim.lower.family.video.VideoProducts}, {@link
 * dev.hira.sim.lower.family.video.VideoWords} and {@link
 * dev.hira.sim.lower.family.video.VideoVectors} are its families; {@link
 * dev.hira.sim.lower.family.video.VideoLowering} reads their operands and writes their targets.
 */
@NullMarked
package dev.hira.sim.lower.family.video;

import org.jspecify.annotations.NullMarked;
