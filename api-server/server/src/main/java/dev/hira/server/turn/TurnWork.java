package dev.hira.server.turn;

/**
 * The work of a session with its turn. One thread at a time calls the methods, except {@link
 * #takesLong}, {@link #weight} and {@link #dropped}.
 *
 * @param <T> the items that arrive in order
 */
public interface TurnWork<T> {
    /** Processes one item. Must not throw. */
    void handle(T item);

    /** Sends the answers; called after each item, and after tasks. Must not throw. */
    void sendAnswers();

    /** Whether an item would occupy the receiving thread for too long. */
    boolean takesLong(T item);

    /** The weight of an item in {@link SessionTurn#backlog}. */
    long weight(T item);

    /** Releases an item that is not processed because the turn was closed. */
    void dropped(T item);
}
