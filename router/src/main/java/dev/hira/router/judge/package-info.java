/**
 * The judging pipeline between a guest's link and a server's. Entry types: {@link
 * dev.hira.router.judge.DownPath} for commands, {@link dev.hira.router.judge.UpPath} for replies.
 *
 * <p>All objects here except {@link dev.hira.router.judge.ByteBudget} belong to one session, and
 * the thread of its links uses them; other threads only read counters. An admitted command
 * allocates nothing, and no payload is ever copied.
 */
@NullMarked
package dev.hira.router.judge;

import org.jspecify.annotations.NullMarked;
