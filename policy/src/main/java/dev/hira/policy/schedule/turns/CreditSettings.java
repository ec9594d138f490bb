package dev.hira.policy.schedule.turns;

/**
 * Parameters of the schedulers with turns in proportion to credits.
 *
 * @param turns the parameters of turns
 * @param scan interval at which VMs are examined; a VM that has been quiet for this long no longer
 *     counts
 * @param most most ticks of a turn, so that a VM with a million credits does not keep the device
 *     for hours
 */
record CreditSettings(TurnSettings turns, long scan, long most) {}
