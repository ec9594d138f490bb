package dev.hira.policy.schedule.turns;

/**
 * Parameters of the service-level scheduler.
 *
 * @param credits the parameters of turns and credits; its scan is also the interval of the feedback
 * @param longestWait mean wait of a request beyond which a VM's service level counts as violated;
 *     {@link Long#MAX_VALUE}: no limit
 */
record SlaSettings(CreditSettings credits, long longestWait) {}
