/**
 * Shared memory between processes on one host: mapped files and the arena for payloads. Entry
 * types: {@link dev.hira.link.shm.RegionDirectory}, {@link dev.hira.link.shm.SharedRegion}, {@link
 * dev.hira.link.shm.ArenaAllocator}. {@link dev.hira.link.ring} builds links on it.
 *
 * <p>The process at the other end is not trusted: it may write anything at any time, and may
 * truncate the file. So every value is copied once and then checked, and every access lies inside a
 * {@link dev.hira.link.shm.MemoryGuard}.
 */
@NullMarked
package dev.hira.link.shm;

import org.jspecify.annotations.NullMarked;
