/**
 * The format of the session protocol: frames, records, arguments and the reasons of closed links.
 * Entry types: {@link dev.hira.wire.Frame}, {@link dev.hira.wire.FrameWriter}, {@link
 * dev.hira.wire.RecordCursor}; {@link dev.hira.wire.FrameLayout} shows the layout. Read next:
 * {@link dev.hira.wire.RecordKinds}, {@link dev.hira.wire.ArgsReader}, {@link
 * dev.hira.wire.ArgsWriter}, {@link dev.hira.wire.FailureCodes}, {@link dev.hira.wire.LinkStatus}.
 */
@NullMarked
package dev.hira.wire;

import org.jspecify.annotations.NullMarked;
