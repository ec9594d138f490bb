package dev.hira.policy.schedule.turns;

/**
 * Parameters of the schedulers whose turns follow credits.
 *
 * @param turns those of the turns
 * @param scan how often VMs are looked at: one that has been quiet for so long no longer counts
 * @param most most ticks of a turn, so that a VM with a million credits does not keep the device
 *     for hours
 */
record CreditSettings(TurnSettings turns, long scan, long most) {}
