package dev.hira.link.ring;

/**
 * The words by which one side of a pair of rings is put to sleep and woken, in two lines of memory.
 *
 * <pre>
 *          0              4              8
 *          +--------------+--------------+------------+
 * states   | caller u32   | poller u32   | space u32  |   written by the side itself
 *          +--------------+--------------+------------+
 * signals  | caller u32   | poller u32   |                written by whoever wakes it
 *          +--------------+--------------+
 * </pre>
 *
 * <p>The caller is the side's thread that waits for an answer, the poller its thread that serves
 * many rings. A state is {@link #NOBODY} (also: awake, of a poller), {@link #ASLEEP} or {@link
 * #AWAKE} (looks again before it sleeps or leaves) in its two lowest bits, and above them the
 * number of the sleep. A thread sleeps on its signal word as long as that keeps the value that it
 * had before the thread stated that it is asleep; who wakes it writes a number that was never there
 * before. Space counts how often the side found the ring full that it writes.
 *
 * <p>Nothing is lost, and hardly anybody is woken in vain, by the rule that both sides first store,
 * then fence, then load (T. Dekker's mutual exclusion). Who publishes stores the ring's index,
 * fences, loads the states. Who goes to sleep stores its state, fences, loads the index, and sleeps
 * only if there is nothing. Of two fences one comes first, so at least one of the two sees what the
 * other stored. The caller is preferred, because it waits for exactly this; one that is awake
 * spares the poller the wake-up. Each sleep is ended once, though many may publish before it ends.
 *
 * <p>Each word has its writers on one side of a wake-up and is only loaded and stored. An atomic
 * exchange would do with fewer words, but the JVM does not survive one on memory that was cut off.
 */
final class BellWords {
    static final int NOBODY = 0;
    static final int ASLEEP = 1;
    static final int AWAKE = 2;
    static final int STATE = 3;

    /** What the number of a sleep counts in. */
    static final int SLEEP = 4;

    static final int CALLER = 0;
    static final int POLLER = 4;
    static final int SPACE = 8;

    private BellWords() {}
}
