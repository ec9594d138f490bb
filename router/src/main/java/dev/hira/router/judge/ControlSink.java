package dev.hira.router.judge;

import dev.hira.wire.v1.Control;

/** Takes the control messages that come between commands. */
public interface ControlSink {
    void onControl(Control control);
}
