/**
 * The judging pipeline: what happens to each command between a guest's link and a server's. Entry
 * types: {@link dev.hira.router.judge.DownPath} for commands, {@link dev.hira.router.judge.UpPath}
 * for what comes back.
 *
 * <p>Everything here belongs to one session and is used by one thread at a time, its links'. An
 * admitted command costs no allocation, and no payload is ever copied.
 */
@NullMarked
package dev.hira.router.judge;

import org.jspecify.annotations.NullMarked;
