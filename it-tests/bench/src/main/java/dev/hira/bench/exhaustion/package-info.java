/**
 * Guests that repeat one function of an API until a limit stops them, generated from the
 * descriptions of the APIs, beside guests that must not notice.
 *
 * <p>Reading order: ExhaustionSoak runs attacks one after the other and judges them. An Attack is a
 * function and a Shape; Descriptions has all functions. AttackGuest is the process that attacks: an
 * AttackLane repeats the calls, with CallArguments that it makes of the description and of the
 * Fixture of the API. Victims measure; ProcessState finds what is left.
 */
@NullMarked
package dev.hira.bench.exhaustion;

import org.jspecify.annotations.NullMarked;
