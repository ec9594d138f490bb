/**
 * Links whose frames travel through two rings in shared memory, woken by futexes.
 *
 * <p>Each side has a poller thread and, while a caller waits for an answer, that caller; one of
 * them at a time holds the {@link dev.hira.link.ring.ReaderRole}:
 *
 * <pre>
 *                      frame arrives: bell
 *   poller asleep  ───────────────────────────►  poller reads
 *       ▲  ▲                                        │
 *       │  └────────────── ring empty ──────────────┘
 *       │ caller is done (or its time is over)
 *       │
 *       └───────────  caller reads  ◄── caller waits for an answer: takes the role,
 *                         │             poller ignores the bell meanwhile
 *                         └── ring empty: caller sleeps on its own bell
 * </pre>
 *
 * <p>After writing, the writer looks at the other side's words ({@link
 * dev.hira.link.ring.PeerBells}) and rings only a bell whose owner sleeps; the reader announces its
 * sleep, looks once more, and sleeps ({@link dev.hira.link.ring.OwnBells}; Dekker's order, by
 * fences).
 *
 * <p>{@link dev.hira.link.ring.RingLink} is the entry type; {@link dev.hira.link.ring.RingLayout}
 * shows the layout. Read next: {@link dev.hira.link.ring.RingWriter}, {@link
 * dev.hira.link.ring.RingReader}, {@link dev.hira.link.ring.RingInbox}, {@link
 * dev.hira.link.ring.CallerReading}, {@link dev.hira.link.ring.RingPoller}.
 *
 * <p>Lock order: a link's reader role before its writer lock; handlers are called under the role,
 * never under the lock.
 */
@NullMarked
package dev.hira.link.ring;

import org.jspecify.annotations.NullMarked;
