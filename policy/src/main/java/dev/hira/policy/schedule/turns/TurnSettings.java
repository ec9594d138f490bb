package dev.hira.policy.schedule.turns;

/**
 * Parameters of the schedulers of turns.
 *
 * @param tick the unit of a turn's length
 * @param linger for how long a VM whose queue is empty keeps its turn while others wait
 */
record TurnSettings(long tick, long linger) {}
