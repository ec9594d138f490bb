package dev.hira.router.operator.changes;

import java.util.List;
import java.util.Optional;

/** Keeps the changes that operators make. Thread-safe. */
public interface Changes {
    /** Keeps nothing beyond the router's life. */
    Changes NONE =
            new Changes() {
                @Override
                public void keep(String author, List<Edit> edits) {}

                @Override
                public Optional<ChangeLog> log() {
                    return Optional.empty();
                }
            };

    /**
     * Keeps a change. The caller makes it take effect only afterwards, and answers the operator
     * after that.
     *
     * @param author for people
     * @param edits those without effect are left out
     * @throws java.io.UncheckedIOException when the change cannot be kept
     */
    void keep(String author, List<Edit> edits);

    /** Returns the log of all changes, if there is one. */
    Optional<ChangeLog> log();
}
