package dev.hira.router.operator.migration;

import java.time.Duration;

/**
 * The time limits of a move.
 *
 * @param whole of the whole move
 * @param hold of the part in which the VM's commands are held
 */
public record MoveLimits(Duration whole, Duration hold) {}
