package dev.hira.link.ring;

/**
 * The words by which a side of a pair of rings sleeps and is woken, in two lines of memory.
 *
 * <pre>
 *          0              4              8
 *          +--------------+--------------+------------+
 * states   | caller u32   | poller u32   | space u32  |   written by the side itself
 *          +--------------+--------------+------------+
 * signals  | caller u32   | poller u32   |                written by the side that wakes it
 *          +--------------+--------------+
 * </pre>
 *
 * <p>The caller is the side's thread that waits for an answer, the poller its thread that serves
 * many rings. The two lowest bits of a state are {@link #NO_THREAD} (no caller; for a poller:
 * awake), {@link #ASLEEP} or {@link #AWAKE} (looks again before it sleeps or leaves); the bits
 * above are the number of the sleep. A thread sleeps on its signal word while that keeps the value
 * it had before the thread announced its sleep; the thread that wakes it writes a number never used
 * before. Space counts how often the side found its outgoing ring full.
 *
 * <p>No wake-up is lost and few are wasted, because both sides store first, then fence, then load
 * (T. Dekker's mutual exclusion). A publisher stores the ring's index, fences, and loads the
 * states. A thread about to sleep stores its state, fences, loads the index, and sleeps only if the
 * ring is empty. One of the two fences comes first, so at least one side sees the other's store.
 * The caller is woken in preference to the poller, because it waits for exactly this answer; an
 * awake caller saves the poller's wake-up. Each sleep ends with one wake-up, though many frames may
 * be published before it ends.
 *
 * <p>Each word is written by one side at a time and is only loaded and stored. An atomic exchange
 * would need fewer words, but the JVM does not survive one on memory whose file was truncated.
 */
final class BellWords {
    static final int NO_THREAD = 0;
    static final int ASLEEP = 1;
    static final int AWAKE = 2;
    static final int STATE = 3;

    /** The unit in which the number of a sleep counts, above the two state bits. */
    static final int SLEEP = 4;

    static final int CALLER = 0;
    static final int POLLER = 4;
    static final int SPACE = 8;

    private BellWords() {}
}
