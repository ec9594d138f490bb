package dev.hira.router.checkpoint;

import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.CheckpointSessionEnd;
import dev.hira.wire.v1.CheckpointVm;

/** One section of a checkpoint. */
public sealed interface CheckpointEntry {
    /** The VM; the first section. */
    record Vm(CheckpointVm vm) implements CheckpointEntry {}

    /** The beginning of a session. */
    record Session(CheckpointSession session) implements CheckpointEntry {}

    /** A record from which another router goes on with the session. */
    record Kept(CheckpointKept kept) implements CheckpointEntry {}

    /** A frame of recorded calls, as it travels. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Calls(byte[] frame) implements CheckpointEntry {}

    /** A StatePiece, as it travels. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record State(byte[] piece) implements CheckpointEntry {}

    /** The end of a session. */
    record SessionEnd(CheckpointSessionEnd end) implements CheckpointEntry {}

    /** The end of the checkpoint. */
    record End() implements CheckpointEntry {}
}
