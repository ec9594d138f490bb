package dev.hira.api;

import java.util.List;

/**
 * A process that takes over the state of another one.
 *
 * <p>Before the state, it takes the {@linkplain MemoryRounds rounds} of a pre-copy, if there are
 * any, while the recorded calls are still being made at the process by other threads. Memory for an
 * address where it has no allocation is dropped then, and memory that it has taken is lost when the
 * allocation there is freed; {@link #missed} tells the sender what to send again. After the first
 * record of the state, no call may be made, and memory without an allocation is refused.
 */
public interface StateReceiver extends StateSink {
    /**
     * Returns the memory that was dropped or lost since the last call of this method, and forgets
     * it. The sender must hear of all of it before it {@linkplain MemoryRounds#save saves}:
     * otherwise the last record of the state is refused.
     */
    List<MemoryRange> missed();
}
