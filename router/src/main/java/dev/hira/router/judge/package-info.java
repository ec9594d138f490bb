/**
 * The judging pipeline between a guest's link and a server's. Entry types: {@link
 * dev.hira.router.judge.DownPath} for commands, {@link dev.hira.router.judge.UpPath} for replies.
 *
 * <p>All objects here belong to one session, except {@link dev.hira.router.judge.ByteBudget} and
 * {@link dev.hira.router.judge.count.VerdictTotals}. The thread of the session's links uses them;
 * other threads only read counters. Judging a command and passing it on allocates nothing and
 * copies no payload; the journal copies a command that leaves something behind.
 *
 * <p>Reading order: DownPath, CommandJudge, CommandChecks, FrameCutter, then UpPath. {@code
 * WaitingFrames} holds frames behind a command that waits; {@code ServerLoss} matters only when a
 * server dies. {@link dev.hira.router.judge.link} has the links, {@link
 * dev.hira.router.judge.count} the counters.
 */
@NullMarked
package dev.hira.router.judge;

import org.jspecify.annotations.NullMarked;
