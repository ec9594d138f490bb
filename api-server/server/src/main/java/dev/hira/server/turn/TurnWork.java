package dev.hira.server.turn;

/**
 * What a session does with its turn. All methods but {@link #takesLong}, {@link #weight} and {@link
 * #dropped} are called by one thread at a time.
 *
 * @param <T> what arrives in order
 */
public interface TurnWork<T> {
    /** Works on one item. Must not throw. */
    void handle(T item);

    /** Everything that had arrived is done: time to send what was answered. Must not throw. */
    void exhausted();

    /** Whether an item would hold the receiving thread too long. */
    boolean takesLong(T item);

    /** What an item counts in {@link SessionTurn#backlog}. */
    long weight(T item);

    /** An item will not be handled, because the turn was closed. */
    void dropped(T item);
}
