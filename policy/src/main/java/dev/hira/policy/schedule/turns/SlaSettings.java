package dev.hira.policy.schedule.turns;

/**
 * Parameters of the scheduler of service levels.
 *
 * @param credits those of the turns and credits; the scan is that of the feedback
 * @param longestWait the mean wait of a request beyond which a VM's service level counts as
 *     violated; {@link Long#MAX_VALUE}: any wait is fine
 */
record SlaSettings(CreditSettings credits, long longestWait) {}
