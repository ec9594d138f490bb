package dev.hira.router.judge;

import dev.hira.wire.v1.Control;

/** Receives the control messages among the commands. */
public interface ControlSink {
    void onControl(Control control);
}
