/**
 * Schedulers that give one VM at a time a turn: round robin, the credit schemes of GViM and
 * Pegasus, and NEON's time slices. {@link dev.hira.policy.schedule.turns.TurnScheduler} is their
 * common base; {@link dev.hira.policy.schedule.turns.TurnKinds} lists them by name.
 *
 * <p>Reading order: TurnScheduler with TurnAccount, RoundRobinScheduler, CreditTurnScheduler,
 * CreditScheduler; PegasusScheduler with its three credit schemes; TimesliceScheduler.
 */
@NullMarked
package dev.hira.policy.schedule.turns;

import org.jspecify.annotations.NullMarked;
