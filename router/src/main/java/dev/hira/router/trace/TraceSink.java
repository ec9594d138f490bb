package dev.hira.router.trace;

import dev.hira.wire.v1.Traced;

/** Takes what is traced of one session. Called on the session's thread; never waits. */
public interface TraceSink {
    /** Takes entries; {@link CallTrace#giveBack} must follow for them. */
    void calls(CallEntries entries);

    /** Takes the server's report of device work. */
    void work(Traced report);
}
