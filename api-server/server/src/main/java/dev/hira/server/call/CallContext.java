package dev.hira.server.call;

import dev.hira.server.objects.ObjectTable;
import org.jspecify.annotations.Nullable;

/**
 * The objects that all calls of one session share.
 *
 * @param arena the memory shared with the guest; null when there is none
 */
record CallContext(
        ObjectTable table,
        OutputPool pool,
        @Nullable GuestMemory arena,
        ReplyOutbox outbox,
        GuestCallbacks callbacks) {}
