package dev.hira.link.grpc.stream;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** One received message of the stream: a frame, or a defect. */
public sealed interface WireMessage {
    /** A frame; the receiver of the message owns it. */
    record Content(Frame frame) implements WireMessage {}

    /** A message that is not a frame or was refused. */
    record Defect(LinkStatus why) implements WireMessage {}
}
