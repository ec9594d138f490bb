/**
 * Shared memory between processes on one host: mapped files, the arena for payloads, rings that
 * carry frames, and the futex calls that put their readers to sleep and wake them. Entry types:
 * {@link dev.hira.link.shm.RegionDirectory}, {@link dev.hira.link.shm.ArenaAllocator}, {@link
 * dev.hira.link.ring.RingLink}, {@link dev.hira.link.ring.RingPollers}.
 *
 * <p>Whoever shares memory with us is not trusted: it may write anything at any time, and may cut
 * the file off. So every value is copied once and judged then, and every access lies inside a
 * {@link dev.hira.link.shm.MemoryGuard}.
 *
 * <p>Lock order: a link's reader role before its writer lock; handlers are called under the role,
 * never under the lock.
 */
@NullMarked
package dev.hira.link.shm;

import org.jspecify.annotations.NullMarked;
