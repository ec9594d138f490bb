/**
 * The session protocol: frames, records, and the links that carry them. Entry types: {@link
 * dev.hira.link.Link}, {@link dev.hira.wire.Frame}, {@link dev.hira.wire.FrameWriter}, {@link
 * dev.hira.wire.RecordCursor}.
 */
@NullMarked
package dev.hira.wire;

import org.jspecify.annotations.NullMarked;
