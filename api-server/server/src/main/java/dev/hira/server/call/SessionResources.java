package dev.hira.server.call;

import dev.hira.server.objects.ObjectTable;
import org.jspecify.annotations.Nullable;

/**
 * The resources of one session that all its calls share.
 *
 * @param arena the memory shared with the guest; null when there is none
 * @param mirror keeps the arena, a mirror, up to date; null when it is none
 */
record SessionResources(
        ObjectTable table,
        BufferPool pool,
        @Nullable GuestMemory arena,
        @Nullable ArenaMirror mirror,
        GuestOutbox outbox,
        GuestCallbacks callbacks) {}
