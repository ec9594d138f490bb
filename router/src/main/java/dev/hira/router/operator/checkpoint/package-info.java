/**
 * Saves VMs to checkpoints, suspends them, and brings suspended VMs back. Entry types: {@link
 * dev.hira.router.operator.checkpoint.VmCheckpoint} and {@link
 * dev.hira.router.operator.checkpoint.VmReturn}, which block their threads.
 */
@NullMarked
package dev.hira.router.operator.checkpoint;

import org.jspecify.annotations.NullMarked;
