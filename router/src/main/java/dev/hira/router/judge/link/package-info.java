/**
 * The two links of a session and what has passed on them: {@link
 * dev.hira.router.judge.link.SessionLinks} sends frames and reads, {@link
 * dev.hira.router.judge.link.CommandLog} and {@link dev.hira.router.judge.link.SeenRecords} know
 * which commands and replies have passed, for a session that continues at another server.
 */
@NullMarked
package dev.hira.router.judge.link;

import org.jspecify.annotations.NullMarked;
