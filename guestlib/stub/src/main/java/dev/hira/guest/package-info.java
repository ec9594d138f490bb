/**
 * Connects programs to local, virtualized or simulated GPUs. Entry type: {@link
 * dev.hira.guest.Hira}; most programs use {@link dev.hira.guest.gpu.Gpu} instead.
 */
@NullMarked
package dev.hira.guest;

import org.jspecify.annotations.NullMarked;
