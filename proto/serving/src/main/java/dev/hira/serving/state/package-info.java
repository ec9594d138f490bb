/**
 * Files in which a process keeps state beyond its own life: a folder that one process uses at a
 * time, and logs of records in it. docs/state-directory.md describes the format. Entry types:
 * {@link dev.hira.serving.state.StateFolder}, {@link dev.hira.serving.state.RecordLog}.
 */
@NullMarked
package dev.hira.serving.state;

import org.jspecify.annotations.NullMarked;
