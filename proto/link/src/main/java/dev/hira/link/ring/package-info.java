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
 *       │ caller is done (or its time is up)
 *       │
 *       └───────────  caller reads  ◄── caller waits for an answer: takes the role,
 *                         │             poller ignores the bell meanwhile
 *                         └── ring empty: caller sleeps on its own bell
 * </pre>
 *
 * <p>The writer looks at the other side's words ({@link dev.hira.link.ring.PeerBells}) after it has
 * written and rings only a bell whose owner sleeps; the reader announces that it will sleep, looks
 * once more, and sleeps ({@link dev.hira.link.ring.OwnBells}; Dekker's order, by fences).
 *
 * <p>{@link dev.hira.link.ring.RingLink} is the entry type, {@link dev.hira.link.ring.RingLayout}
 * has the layout. Read next: {@link dev.hira.link.ring.RingWriter}, {@link
 * dev.hira.link.ring.RingReader}, {@link dev.hira.link.ring.RingInbox}, {@link
 * dev.hira.link.ring.CallerReading}, {@link dev.hira.link.ring.RingPoller}.
 */
@NullMarked
package dev.hira.link.ring;

import org.jspecify.annotations.NullMarked;
