package dev.hira.policy.schedule.turns;

/**
 * Parameters of the turn schedulers.
 *
 * @param tick the unit of a turn's length
 * @param linger time for which a VM with an empty queue keeps its turn while others wait
 */
record TurnSettings(long tick, long linger) {}
