package dev.hira.router.session;

import dev.hira.policy.model.Protection;
import dev.hira.router.judge.CommandLog;
import org.jspecify.annotations.Nullable;

/**
 * How a session is protected against the death of its server at this moment.
 *
 * @param level the level with which it was opened
 * @param repeatable whether another server could repeat its commands now
 * @param problem the reason why it is not, or why its last checkpoint failed; empty: none
 * @param checkpoint age of the checkpoint from which another server would go on, in nanoseconds;
 *     negative: it would begin at the session's beginning
 * @param checkpointBytes the size of that checkpoint
 * @param logBytes the commands since then, with what belongs to them
 */
public record SessionProtection(
        Protection level,
        boolean repeatable,
        String problem,
        long checkpoint,
        long checkpointBytes,
        long logBytes) {
    static SessionProtection of(
            Protection level, @Nullable CommandLog log, @Nullable SessionCheckpoints checkpoints) {
        boolean repeatable = log != null && log.isComplete();
        String problem = checkpoints == null ? "" : checkpoints.problem();
        if (log != null && !repeatable && problem.isEmpty()) {
            problem = "the commands since the beginning exceed recovery.log";
        }
        return new SessionProtection(
                level,
                repeatable,
                problem,
                checkpoints == null ? -1 : checkpoints.age(),
                checkpoints == null ? 0 : checkpoints.bytes(),
                log == null ? 0 : log.size());
    }
}
