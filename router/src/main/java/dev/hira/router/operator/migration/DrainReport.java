package dev.hira.router.operator.migration;

import dev.hira.router.operator.migration.MigrationReport.Step;

/**
 * The state of a drain: a step in the move of one session, or the summary at the end.
 *
 * @param vm the session's VM; empty in the summary
 * @param session the session's id; empty in the summary
 * @param step in the summary {@link Step#DONE} when no session is left at the server
 * @param target the server and the first device that the session moves to; empty when it has none
 * @param problem with {@link Step#FAILED} the reason; otherwise empty
 * @param moved number of sessions that have moved
 * @param left number of open sessions that are still at the server
 */
public record DrainReport(
        String vm, String session, Step step, String target, String problem, int moved, int left) {}
