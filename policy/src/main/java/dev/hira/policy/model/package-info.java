/**
 * What operators grant: {@link dev.hira.policy.model.Grant} says what a VM may use, {@link
 * dev.hira.policy.model.Grants} is the live, versioned book of them. Values only; who enforces them
 * is elsewhere.
 */
@NullMarked
package dev.hira.policy.model;

import org.jspecify.annotations.NullMarked;
