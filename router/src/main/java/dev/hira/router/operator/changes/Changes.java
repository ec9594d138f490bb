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
                public void configure(SubjectMap configured, String author, List<Edit> edits) {}

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

    /**
     * Keeps a change that follows from the configuration, and the configuration itself, which the
     * next start compares with that of then.
     *
     * @throws java.io.UncheckedIOException when the change cannot be kept
     */
    void configure(SubjectMap configured, String author, List<Edit> edits);

    /** Returns a keeper that keeps each change as one that follows from this configuration. */
    default Changes following(SubjectMap configured) {
        Changes all = this;
        return new Changes() {
            @Override
            public void keep(String author, List<Edit> edits) {
                all.configure(configured, author, edits);
            }

            @Override
            public void configure(SubjectMap other, String author, List<Edit> edits) {
                all.configure(other, author, edits);
            }

            @Override
            public Optional<ChangeLog> log() {
                return all.log();
            }
        };
    }

    /** Returns the log of all changes, if there is one. */
    Optional<ChangeLog> log();
}
