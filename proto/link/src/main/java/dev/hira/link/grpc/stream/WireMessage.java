package dev.hira.link.grpc.stream;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** One message of the stream as it came: a frame, or why it is none. */
public sealed interface WireMessage {
    /** A frame, which whoever takes the message owns. */
    record Content(Frame frame) implements WireMessage {}

    /** A message that is not a frame, or one that is refused. */
    record Defect(LinkStatus why) implements WireMessage {}
}
