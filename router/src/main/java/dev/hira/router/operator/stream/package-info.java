/**
 * Streams of operators' calls that hold little: {@link dev.hira.router.operator.stream.UploadMeter}
 * for what operators send, {@link dev.hira.router.operator.stream.SteadyStream} for answers.
 */
@NullMarked
package dev.hira.router.operator.stream;

import org.jspecify.annotations.NullMarked;
