/**
 * The file format of checkpoints, and the folder in which a router keeps them. {@link
 * dev.hira.router.checkpoint.CheckpointLayout} shows the bytes, {@link
 * dev.hira.router.checkpoint.CheckpointWriter} writes a checkpoint from beginning to end, and
 * {@link dev.hira.router.checkpoint.CheckpointReader} checks and reads one the same way; neither
 * seeks. An {@link dev.hira.router.checkpoint.Increment} holds what differs from an earlier
 * checkpoint.
 *
 * <p>Reading order: CheckpointLayout, SectionWriter, CheckpointWriter, SectionReader,
 * CheckpointReader, Increment, BaseFile, CheckpointStore, Spool.
 */
@NullMarked
package dev.hira.router.checkpoint;

import org.jspecify.annotations.NullMarked;
