package dev.hira.server.call;

import dev.hira.base.SharedBudget;

/**
 * A session's parts in what all sessions of the server share.
 *
 * @param objects the number of objects
 * @param threads the number of calls that block or take long, each on a thread of the server
 */
public record SessionBudgets(SharedBudget.Part objects, SharedBudget.Part threads) {
    /** Gives everything back, once the session holds nothing any more. */
    public void close() {
        objects.close();
        threads.close();
    }
}
