/**
 * Saves VMs to checkpoints, suspends them, and brings suspended VMs back. Entry types: {@link
 * dev.hira.router.operator.checkpoint.VmCheckpoint} and {@link
 * dev.hira.router.operator.checkpoint.VmReturn}, which block their threads; and {@link
 * dev.hira.router.operator.checkpoint.SessionStates}, which keeps the states of single sessions for
 * the case that their servers die.
 *
 * <p>Reading order: VmCheckpoint, StateGet, VmReturn, StatePut, VmAdoption (sessions of another
 * router), SessionStates, StateFiles.
 */
@NullMarked
package dev.hira.router.operator.checkpoint;

import org.jspecify.annotations.NullMarked;
