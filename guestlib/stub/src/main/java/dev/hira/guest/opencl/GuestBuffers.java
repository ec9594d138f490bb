package dev.hira.guest.opencl;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.Names;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory objects of a session and their device addresses, which are free again when an object
 * and all regions of it have ended. Counts like the server.
 */
final class GuestBuffers {
    private static final long ALIGNMENT = 512;

    private final Names names;

    @GuardedBy("this")
    private final Map<Long, Entry> entries = new HashMap<>();

    private static final class Entry {
        /** 0 for a region. */
        final long address;

        final @Nullable Entry whole;
        int references = 1;
        int regions;

        Entry(long address, @Nullable Entry whole) {
            this.address = address;
            this.whole = whole;
        }
    }

    GuestBuffers(Names names) {
        this.names = names;
    }

    /** Reserves addresses; 0 when a context has none for so many bytes. */
    long reserve(long context, long bytes) {
        return names.address(context, bytes, ALIGNMENT);
    }

    /** Notes a new buffer. */
    synchronized void created(long name, long address) {
        entries.put(name, new Entry(address, null));
    }

    /** Notes a new region of a buffer. */
    synchronized void createdIn(long name, long buffer) {
        @Nullable Entry whole = entries.get(buffer);
        if (whole != null) {
            whole.regions++;
            entries.put(name, new Entry(0, whole));
        }
    }

    synchronized boolean has(long name) {
        return entries.containsKey(name);
    }

    synchronized void retain(long name) {
        @Nullable Entry entry = entries.get(name);
        if (entry != null) {
            entry.references++;
        }
    }

    synchronized void release(long name) {
        @Nullable Entry entry = entries.get(name);
        if (entry == null) {
            return;
        }
        entry.references--;
        if (entry.references == 0) {
            entries.remove(name);
            end(entry);
        }
    }

    @GuardedBy("this")
    private void end(Entry entry) {
        if (entry.references > 0 || entry.regions > 0) {
            return;
        }
        if (entry.whole == null) {
            names.releaseAddress(entry.address);
            return;
        }
        Entry whole = Objects.requireNonNull(entry.whole);
        whole.regions--;
        end(whole);
    }
}
